import { closedObject, described, listOf, oneOf } from "./field-kinds.ts";
import { count, words } from "./report-fields.ts";

const drawCounts = {
  drawCalls: count("Draw calls."),
  triangles: count("Triangles."),
  canvasOperations: count("Drawing operations of 2D canvases."),
  textureUploadBytes: count("Bytes of texture uploads."),
  bufferUploadBytes: count("Bytes of buffer uploads."),
};

/** The fields of a function that draws. */
export const drawingFunction = {
  name: words("Its name; empty if it has none."),
  position: words("file:line:column, or the URL with line and column."),
  owner: described(oneOf(["game", "library", "browser", "framegate"]), "Whose code it is."),
};

/** The path of a node that is drawn. */
export const nodePath = words("Names of a node and its ancestors, outermost first.");

/** The fields of a frame's draws. */
export const reportedDraws = closedObject({
  frame: count("Measured frame, zero-based."),
  ...drawCounts,
  functions: described(
    listOf(
      described(
        closedObject({
          ...drawingFunction,
          ...drawCounts,
        }),
        "A function of the game, or of a library if no function of the game called it.",
      ),
    ),
    "The functions that draw, those with the most draws first.",
  ),
  nodes: described(
    listOf(described(closedObject({ path: nodePath, ...drawCounts }), "All nodes of that path.")),
    "The nodes of scene graphs that are drawn; empty for an engine that does not report its nodes.",
  ),
});

/** The fields of a path's draws in all frames. */
export const nodeDraws = closedObject({
  path: nodePath,
  frames: described(listOf(count("A measured frame.")), "Frames in which the amounts change, ascending."),
  drawCalls: described(listOf(count("Draw calls, from that frame on.")), "One entry for each of these frames."),
  triangles: described(listOf(count("Triangles, from that frame on.")), "One entry for each of these frames."),
});

/** The fields of meshes that could be instances of one. */
export const sharedMeshes = closedObject({ path: nodePath, meshes: count("Meshes.") });

const countsOfOne = closedObject(drawCounts);

const countsOfBoth = {
  baseline: described(countsOfOne, "In the baseline.", { id: "draw-counts" }),
  current: described(countsOfOne, "In this run.", { id: "draw-counts" }),
};

/** The fields of a frame's draws in two builds. */
export const comparedDraws = closedObject({
  frame: count("Measured frame, zero-based."),
  functions: described(
    listOf(
      described(closedObject({ ...drawingFunction, ...countsOfBoth }), "A function of the game, or of a library."),
    ),
    "The functions that draw or upload another amount, largest difference first.",
  ),
  nodes: described(
    listOf(described(closedObject({ path: nodePath, ...countsOfBoth }), "All nodes of that path.")),
    "The nodes of scene graphs, likewise; empty for an engine that does not report its nodes.",
  ),
});
