import { z } from "zod";
import {
  closedObject,
  finiteNumber,
  listOf,
  nonEmptyListOf,
  numberAboveZero,
  numberBetween,
  oneOf,
  text,
  textLike,
  truthValue,
} from "./field-kinds.ts";

/** Six digits and no alpha: opacity has a field of its own everywhere. */
function colour(): z.ZodString {
  return textLike(/^#[0-9a-fA-F]{6}$/, "a colour of six hexadecimal digits such as #ff8800");
}

/** What a node of every type may have: where it stands in its parent, and how it is drawn. */
const placement = {
  entityId: text()
    .meta({ description: "Marks the node as an entity: it is counted by maxEntities." })
    .exactOptional(),
  label: text().meta({ description: "Name of the node, by which the game finds it." }).exactOptional(),
  x: finiteNumber().meta({ description: "Place in the parent, to the right.", unit: "px", default: 0 }).exactOptional(),
  y: finiteNumber().meta({ description: "Place in the parent, downwards.", unit: "px", default: 0 }).exactOptional(),
  rotation: finiteNumber()
    .meta({ description: "Clockwise turn about the node's origin.", unit: "rad", default: 0 })
    .exactOptional(),
  scaleX: finiteNumber().meta({ description: "Horizontal scale; negative mirrors.", default: 1 }).exactOptional(),
  scaleY: finiteNumber().meta({ description: "Vertical scale; negative mirrors.", default: 1 }).exactOptional(),
  alpha: numberBetween(0, 1)
    .meta({ description: "Opacity, multiplied with the parent's.", default: 1 })
    .exactOptional(),
  visible: truthValue()
    .meta({ description: "Whether the node and all below it are drawn.", default: true })
    .exactOptional(),
  zIndex: finiteNumber()
    .meta({ description: "Drawing order among siblings, lowest first; ties keep the order of the file.", default: 0 })
    .exactOptional(),
};

function typeOf<const Name extends string>(name: Name, description: string): z.ZodLiteral<Name> {
  return z.literal(name, { error: JSON.stringify(name) }).meta({ description });
}

const anchor = {
  anchorX: finiteNumber()
    .meta({ description: "Origin of the node as a fraction of its width, 0 left, 1 right.", default: 0 })
    .exactOptional(),
  anchorY: finiteNumber()
    .meta({ description: "Origin of the node as a fraction of its height, 0 top, 1 bottom.", default: 0 })
    .exactOptional(),
};

const sprite = closedObject({
  type: typeOf("sprite", "A picture."),
  ...placement,
  ...anchor,
  texture: text().meta({ description: "Path of the picture, relative to the scene file." }),
  width: numberAboveZero()
    .meta({ description: "Drawn width before scaling; the picture's own where omitted.", unit: "px" })
    .exactOptional(),
  height: numberAboveZero()
    .meta({ description: "Drawn height before scaling; the picture's own where omitted.", unit: "px" })
    .exactOptional(),
  tint: colour().meta({ description: "Colour that the picture is multiplied with.", default: "#ffffff" }).exactOptional(),
});

const paint = {
  fill: colour().meta({ description: "Colour of the area; not filled where omitted." }).exactOptional(),
  stroke: colour().meta({ description: "Colour of the outline; none where omitted." }).exactOptional(),
  strokeWidth: numberAboveZero().meta({ description: "Width of the outline.", unit: "px", default: 1 }).exactOptional(),
};

const shape = z.discriminatedUnion("type", [
  closedObject({
    type: typeOf("rectangle", "A rectangle."),
    x: finiteNumber().meta({ description: "Left edge.", unit: "px" }),
    y: finiteNumber().meta({ description: "Top edge.", unit: "px" }),
    width: numberAboveZero().meta({ description: "Width.", unit: "px" }),
    height: numberAboveZero().meta({ description: "Height.", unit: "px" }),
    radius: numberAboveZero()
      .meta({ description: "Radius of the corners; square where omitted.", unit: "px" })
      .exactOptional(),
    ...paint,
  }),
  closedObject({
    type: typeOf("ellipse", "An ellipse, or a circle where both radii are equal."),
    x: finiteNumber().meta({ description: "Centre, to the right.", unit: "px" }),
    y: finiteNumber().meta({ description: "Centre, downwards.", unit: "px" }),
    radiusX: numberAboveZero().meta({ description: "Half the width.", unit: "px" }),
    radiusY: numberAboveZero().meta({ description: "Half the height.", unit: "px" }),
    ...paint,
  }),
  closedObject({
    type: typeOf("polygon", "A closed polygon."),
    points: listOf(finiteNumber().meta({ description: "A coordinate.", unit: "px" })).meta({
      description: "Corners as x, y, x, y ...: an even number of coordinates, at least three corners.",
    }),
    ...paint,
  }),
]);

const graphics = closedObject({
  type: typeOf("graphics", "Drawn shapes."),
  ...placement,
  shapes: nonEmptyListOf(shape).meta({ description: "Shapes, each drawn over the ones before it." }),
});

const textNode = closedObject({
  type: typeOf("text", "Written text."),
  ...placement,
  ...anchor,
  text: text().meta({ description: "What is written; a line feed starts a new line." }),
  fontFamily: text().meta({ description: "CSS font family.", default: "sans-serif" }).exactOptional(),
  fontSize: numberAboveZero().meta({ description: "Font size.", unit: "px", default: 26 }).exactOptional(),
  fontWeight: oneOf(["normal", "bold"]).meta({ description: "Font weight.", default: "normal" }).exactOptional(),
  fill: colour().meta({ description: "Colour of the text.", default: "#000000" }).exactOptional(),
  align: oneOf(["left", "center", "right"])
    .meta({ description: "How lines of several stand to each other.", default: "left" })
    .exactOptional(),
  wrapWidth: numberAboveZero()
    .meta({ description: "Width at which lines are broken; not broken where omitted.", unit: "px" })
    .exactOptional(),
});

const containerFields = { type: typeOf("container", "A node without looks, which moves what is below it."), ...placement };

// A type that contains itself cannot be inferred, so the circle is closed by name.
type NodeFields = ContainerFields | z.infer<typeof sprite> | z.infer<typeof graphics> | z.infer<typeof textNode>;

interface ContainerFields extends z.infer<z.ZodObject<typeof containerFields>> {
  children: NodeFields[];
}

const container = closedObject({
  ...containerFields,
  get children(): z.ZodArray<z.ZodType<NodeFields, NodeFields>> {
    return listOf<z.ZodType<NodeFields, NodeFields>>(node).meta({ description: "Nodes below this one, drawn in this order." });
  },
});

const node = z.discriminatedUnion("type", [container, sprite, graphics, textNode]);

/** The fields of `*.scn2d.json`. Rules across fields are in `scene2d.ts`. */
export const scene2dSchema = closedObject({
  $schema: text().meta({ description: "URI of the JSON Schema, for editors." }).exactOptional(),
  version: z.literal(1, { error: "1" }).meta({ description: "Version of the scene format." }),
  children: listOf(node).meta({ description: "Nodes of the scene, drawn in this order." }),
});
