import * as z from "zod/mini";
import {
  closedObject,
  described,
  exactly,
  finiteNumber,
  listOf,
  nonEmptyListOf,
  numberAboveZero,
  numberBetween,
  oneOf,
  optional,
  text,
  textLike,
  truthValue,
} from "./field-kinds.ts";

/** Six digits and no alpha: opacity has a field of its own everywhere. */
function colour(): z.ZodMiniString<string> {
  return textLike(/^#[0-9a-fA-F]{6}$/, "a colour of six hexadecimal digits such as #ff8800");
}

/** What a node of every type may have: where it stands in its parent, and how it is drawn. */
const placement = {
  entityId: optional(described(text(), "Marks the node as an entity: it is counted by maxEntities.")),
  label: optional(described(text(), "Name of the node, by which the game finds it.")),
  x: optional(described(finiteNumber(), "Place in the parent, to the right.", { unit: "px", default: 0 })),
  y: optional(described(finiteNumber(), "Place in the parent, downwards.", { unit: "px", default: 0 })),
  rotation: optional(described(finiteNumber(), "Clockwise turn about the node's origin.", { unit: "rad", default: 0 })),
  scaleX: optional(described(finiteNumber(), "Horizontal scale; negative mirrors.", { default: 1 })),
  scaleY: optional(described(finiteNumber(), "Vertical scale; negative mirrors.", { default: 1 })),
  alpha: optional(described(numberBetween(0, 1), "Opacity, multiplied with the parent's.", { default: 1 })),
  visible: optional(described(truthValue(), "Whether the node and all below it are drawn.", { default: true })),
  zIndex: optional(
    described(finiteNumber(), "Drawing order among siblings, lowest first; ties keep the order of the file.", {
      default: 0,
    }),
  ),
};

function typeOf<const Name extends string>(name: Name, description: string): z.ZodMiniLiteral<Name> {
  return described(exactly(name), description);
}

const anchor = {
  anchorX: optional(
    described(finiteNumber(), "Origin of the node as a fraction of its width, 0 left, 1 right.", { default: 0 }),
  ),
  anchorY: optional(
    described(finiteNumber(), "Origin of the node as a fraction of its height, 0 top, 1 bottom.", { default: 0 }),
  ),
};

const sprite = closedObject({
  type: typeOf("sprite", "A picture."),
  ...placement,
  ...anchor,
  texture: described(text(), "Path of the picture, relative to the scene file."),
  width: optional(
    described(numberAboveZero(), "Drawn width before scaling; the picture's own where omitted.", { unit: "px" }),
  ),
  height: optional(
    described(numberAboveZero(), "Drawn height before scaling; the picture's own where omitted.", { unit: "px" }),
  ),
  tint: optional(described(colour(), "Colour that the picture is multiplied with.", { default: "#ffffff" })),
});

const paint = {
  fill: optional(described(colour(), "Colour of the area; not filled where omitted.")),
  stroke: optional(described(colour(), "Colour of the outline; none where omitted.")),
  strokeWidth: optional(described(numberAboveZero(), "Width of the outline.", { unit: "px", default: 1 })),
};

const shape = z.discriminatedUnion("type", [
  closedObject({
    type: typeOf("rectangle", "A rectangle."),
    x: described(finiteNumber(), "Left edge.", { unit: "px" }),
    y: described(finiteNumber(), "Top edge.", { unit: "px" }),
    width: described(numberAboveZero(), "Width.", { unit: "px" }),
    height: described(numberAboveZero(), "Height.", { unit: "px" }),
    radius: optional(described(numberAboveZero(), "Radius of the corners; square where omitted.", { unit: "px" })),
    ...paint,
  }),
  closedObject({
    type: typeOf("ellipse", "An ellipse, or a circle where both radii are equal."),
    x: described(finiteNumber(), "Centre, to the right.", { unit: "px" }),
    y: described(finiteNumber(), "Centre, downwards.", { unit: "px" }),
    radiusX: described(numberAboveZero(), "Half the width.", { unit: "px" }),
    radiusY: described(numberAboveZero(), "Half the height.", { unit: "px" }),
    ...paint,
  }),
  closedObject({
    type: typeOf("polygon", "A closed polygon."),
    points: described(
      listOf(described(finiteNumber(), "A coordinate.", { unit: "px" })),
      "Corners as x, y, x, y ...: an even number of coordinates, at least three corners.",
    ),
    ...paint,
  }),
]);

const graphics = closedObject({
  type: typeOf("graphics", "Drawn shapes."),
  ...placement,
  shapes: described(
    nonEmptyListOf(described(shape, "A shape.", { id: "shape" })),
    "Shapes, each drawn over the ones before it.",
  ),
});

const textNode = closedObject({
  type: typeOf("text", "Written text."),
  ...placement,
  ...anchor,
  text: described(text(), "What is written; a line feed starts a new line."),
  fontFamily: optional(described(text(), "CSS font family.", { default: "sans-serif" })),
  fontSize: optional(described(numberAboveZero(), "Font size.", { unit: "px", default: 26 })),
  fontWeight: optional(described(oneOf(["normal", "bold"]), "Font weight.", { default: "normal" })),
  fill: optional(described(colour(), "Colour of the text.", { default: "#000000" })),
  align: optional(
    described(oneOf(["left", "center", "right"]), "How lines of several stand to each other.", { default: "left" }),
  ),
  wrapWidth: optional(
    described(numberAboveZero(), "Width at which lines are broken; not broken where omitted.", { unit: "px" }),
  ),
});

const containerFields = {
  type: typeOf("container", "A node without looks, which moves what is below it."),
  ...placement,
};

// A type that contains itself cannot be inferred, so the circle is closed by name.
type NodeFields = ContainerFields | z.infer<typeof sprite> | z.infer<typeof graphics> | z.infer<typeof textNode>;

interface ContainerFields extends z.infer<z.ZodMiniObject<typeof containerFields>> {
  children: NodeFields[];
}

type NodeSchema = z.ZodMiniType<NodeFields, NodeFields>;

const container = closedObject({
  ...containerFields,
  get children(): z.ZodMiniArray<NodeSchema> {
    return described(listOf<NodeSchema>(node), "Nodes below this one, drawn in this order.");
  },
});

const node = described(z.discriminatedUnion("type", [container, sprite, graphics, textNode]), "A node of the scene.", {
  id: "node",
});

/** The fields of `*.scn2d.json`. Rules across fields are in `scene2d.ts`. */
export const scene2dSchema = described(
  closedObject({
    $schema: optional(described(text(), "URI of the JSON Schema, for editors.")),
    version: described(exactly(1), "Version of the file format."),
    children: described(listOf(node), "Nodes of the scene, drawn in this order."),
  }),
  "A scene for a pixijs root: *.scn2d.json. Nodes nest at most 100 levels deep.",
);
