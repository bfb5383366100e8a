import { drawingFunction, nodePath } from "./draws-schema.ts";
import { closedObject, described, listOf, oneOf } from "./field-kinds.ts";
import { overdrawGaps } from "./frame-overdraw.ts";
import { atLeastZero, count, nullable, wordsOrNull } from "./report-fields.ts";

const figures = {
  draws: count("Draw calls that were counted."),
  fragments: count("Fragments that they write."),
};

/** The fields of a frame's fragments. */
export const reportedOverdraw = closedObject({
  frame: count("Measured frame, zero-based."),
  ...figures,
  targets: described(
    listOf(
      described(
        closedObject({
          kind: described(oneOf(["canvas", "framebuffer"]), "Whether players see it, or only the game."),
          width: count("Its pixels across."),
          height: count("Its pixels down."),
          ...figures,
          coveredPixels: count("Pixels with at least one fragment."),
          mostPerPixel: count("Fragments of the pixel that has the most."),
          overdraw: atLeastZero("Fragments per pixel, of all its pixels."),
        }),
        "A canvas or a framebuffer.",
      ),
    ),
    "What is drawn to, in the order of the first draws.",
  ),
  functions: described(
    listOf(
      described(
        closedObject({ ...drawingFunction, ...figures }),
        "A function of the game, or of a library if no function of the game called it.",
      ),
    ),
    "The functions that draw, those with the most fragments first.",
  ),
  nodes: described(
    listOf(described(closedObject({ path: nodePath, ...figures }), "All nodes of that path.")),
    "The nodes of scene graphs, likewise; empty for an engine that does not report its nodes.",
  ),
  largest: described(
    listOf(
      described(
        closedObject({
          draw: count("Its place among the frame's counted draws, from 0."),
          fragments: count("Fragments that it writes."),
          target: nullable(count("An index."), "Its target's place in the list; null if it can write nothing."),
          by: nullable(closedObject(drawingFunction), "The function that draws it; null if it is unknown."),
          node: wordsOrNull("The scene node that it draws; null if the engine did not report it."),
        }),
        "A draw.",
      ),
    ),
    "The single draws with the most fragments.",
  ),
  gaps: described(
    listOf(
      described(
        closedObject({
          gap: described(
            oneOf(overdrawGaps),
            "shader: draws whose shaders could not be changed, or in a browser that cannot add up floats. webgpu: its draws. other-draws: draws that the frame has more or fewer than in the other runs. canvas-2d: commands of 2D canvases. kept-depth: draws tested against a depth or stencil from earlier frames, taken as clear.",
          ),
          count: count("Draws or commands that it concerns."),
        }),
        "A gap.",
      ),
    ),
    "What the figures lack, or take for granted.",
  ),
});
