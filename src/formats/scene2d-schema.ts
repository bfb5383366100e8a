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

/** Six digits without alpha, because opacity is always a separate field. */
function colour(): z.ZodMiniString<string> {
  return textLike(/^#[0-9a-fA-F]{6}$/, "a colour of six hexadecimal digits such as #ff8800");
}

/** The fields of every type of node: its place in the parent, and how it is drawn. */
const placement = {
  entityId: optional(described(text(), "Marks the node as an entity, which maxEntities counts.")),
  label: optional(described(text(), "Name by which the game finds the node.")),
  x: optional(described(finiteNumber(), "Horizontal position in the parent.", { unit: "px", default: 0 })),
  y: optional(described(finiteNumber(), "Vertical position in the parent, downwards.", { unit: "px", default: 0 })),
  rotation: optional(
    described(finiteNumber(), "Clockwise rotation about the node's origin.", { unit: "rad", default: 0 }),
  ),
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
    described(numberAboveZero(), "Drawn width before scaling; the picture's own if omitted.", { unit: "px" }),
  ),
  height: optional(
    described(numberAboveZero(), "Drawn height before scaling; the picture's own if omitted.", { unit: "px" }),
  ),
  tint: optional(described(colour(), "Colour by which the picture is multiplied.", { default: "#ffffff" })),
});

const paint = {
  fill: optional(described(colour(), "Colour of the area; not filled if omitted.")),
  stroke: optional(described(colour(), "Colour of the outline; none if omitted.")),
  strokeWidth: optional(described(numberAboveZero(), "Width of the outline.", { unit: "px", default: 1 })),
};

const shape = z.discriminatedUnion("type", [
  closedObject({
    type: typeOf("rectangle", "A rectangle."),
    x: described(finiteNumber(), "Left edge.", { unit: "px" }),
    y: described(finiteNumber(), "Top edge.", { unit: "px" }),
    width: described(numberAboveZero(), "Width.", { unit: "px" }),
    height: described(numberAboveZero(), "Height.", { unit: "px" }),
    radius: optional(described(numberAboveZero(), "Radius of the corners; square if omitted.", { unit: "px" })),
    ...paint,
  }),
  closedObject({
    type: typeOf("ellipse", "An ellipse, or a circle if both radii are equal."),
    x: described(finiteNumber(), "Horizontal position of the centre.", { unit: "px" }),
    y: described(finiteNumber(), "Vertical position of the centre, downwards.", { unit: "px" }),
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
  text: described(text(), "The text; a line feed starts a new line."),
  fontFamily: optional(described(text(), "CSS font family.", { default: "sans-serif" })),
  fontSize: optional(described(numberAboveZero(), "Font size.", { unit: "px", default: 26 })),
  fontWeight: optional(described(oneOf(["normal", "bold"]), "Font weight.", { default: "normal" })),
  fill: optional(described(colour(), "Colour of the text.", { default: "#000000" })),
  align: optional(described(oneOf(["left", "center", "right"]), "Alignment of several lines.", { default: "left" })),
  wrapWidth: optional(
    described(numberAboveZero(), "Width at which lines wrap; no wrapping if omitted.", { unit: "px" }),
  ),
});

const containerFields = {
  type: typeOf("container", "An invisible node that moves its children."),
  ...placement,
};

// TypeScript cannot infer a recursive type, so it needs a name.
type NodeFields = ContainerFields | z.infer<typeof sprite> | z.infer<typeof graphics> | z.infer<typeof textNode>;

interface ContainerFields extends z.infer<z.ZodMiniObject<typeof containerFields>> {
  children: NodeFields[];
}

type NodeSchema = z.ZodMiniType<NodeFields, NodeFields>;

const container = closedObject({
  ...containerFields,
  get children(): z.ZodMiniArray<NodeSchema> {
    return described(listOf<NodeSchema>(node), "Child nodes, drawn in this order.");
  },
});

const node = described(z.discriminatedUnion("type", [container, sprite, graphics, textNode]), "A node of the scene.", {
  id: "node",
});

/** The fields of `*.scn2d.json`. `scene2d.ts` has the rules across fields. */
export const scene2dSchema = described(
  closedObject({
    $schema: optional(described(text(), "URI of the JSON Schema, for editors.")),
    version: described(exactly(1), "Version of the file format."),
    children: described(listOf(node), "Nodes of the scene, drawn in this order."),
  }),
  "A scene for a pixijs root: *.scn2d.json. Nodes nest at most 100 levels deep.",
);
