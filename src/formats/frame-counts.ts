/** The properties of a column of counts besides its name. */
export interface CountDefinition {
  /** The metric of its worst frame. */
  readonly metric: string;
  /** As tables and sentences name it. */
  readonly label: string;
  /** The exact thing counted, in a sentence. */
  readonly about: string;
  readonly unit: "count" | "bytes";
  /** `sum`: events during the frame. `level`: the number at its end. */
  readonly kind: "sum" | "level";
  /** The passes that count it. `count`: counting it is too expensive for a timed frame. */
  readonly pass: "every" | "count";
  /** The feature that a game needs for the figure to mean anything. Without it the column is null. */
  readonly needs: "draws" | "webgl" | "canvas" | "entities" | "nodes" | "nothing";
  /** Whether terminals show it on its own line, and `init` proposes a limit. The others share a block. */
  readonly hasLine: boolean;
}

const drawn = { unit: "count", kind: "sum", pass: "every", needs: "draws", hasLine: true } as const;
const ofScene = { unit: "count", kind: "level", pass: "count", hasLine: true } as const;
const ofDraws = { unit: "count", kind: "sum", pass: "count", needs: "draws", hasLine: false } as const;
const bytesOfDraws = { ...ofDraws, unit: "bytes" } as const;
const bytesOfWebGl = { ...bytesOfDraws, needs: "webgl" } as const;
const ofPage = { unit: "count", pass: "count", needs: "nothing" } as const;

/**
 * Everything that is counted in every frame. If several columns differ between runs in the same frame, the first one
 * here is reported.
 */
export const countTable = {
  drawCalls: { ...drawn, metric: "maxDrawCalls", label: "draw calls", about: "Draw calls." },
  triangles: { ...drawn, metric: "maxTriangles", label: "triangles", about: "Triangles." },
  sceneEntities: {
    ...ofScene,
    needs: "entities",
    metric: "entitiesPeak",
    label: "entities",
    about: "Nodes of scene graphs that count as entities.",
  },
  sceneNodes: {
    ...ofScene,
    needs: "nodes",
    metric: "nodesPeak",
    label: "scene nodes",
    about: "Nodes of scene graphs.",
  },
  canvasOperations: {
    ...drawn,
    needs: "canvas",
    metric: "maxCanvasOperations",
    label: "canvas operations",
    about: "Commands that draw into 2D canvases.",
  },
  domChanges: {
    ...ofPage,
    kind: "sum",
    hasLine: true,
    metric: "maxDomChanges",
    label: "DOM changes",
    about: "Changes of nodes, attributes and texts of the DOM.",
  },
  forcedLayouts: {
    ...ofPage,
    kind: "sum",
    hasLine: false,
    metric: "maxForcedLayouts",
    label: "forced layouts",
    about: "Reads of the layout that follow a change of the DOM in the same frame.",
  },
  requests: {
    ...ofPage,
    kind: "sum",
    hasLine: false,
    metric: "maxRequests",
    label: "requests",
    about: "Requests by fetch and XMLHttpRequest, and of inserted pictures, style sheets, scripts and frames.",
  },
  glCommands: {
    ...ofDraws,
    metric: "maxGlCommands",
    label: "GL commands",
    about: "Calls to WebGL, its extensions and WebGPU, without queries.",
  },
  vertices: {
    ...ofDraws,
    metric: "maxVertices",
    label: "vertices",
    about: "Vertices of all draws, each multiplied by its instances.",
  },
  instances: {
    ...ofDraws,
    metric: "maxInstances",
    label: "instances",
    about: "Instances of the draws that are instanced.",
  },
  programSwitches: {
    ...ofDraws,
    metric: "maxProgramSwitches",
    label: "program switches",
    about: "Calls of useProgram with another program than the current one, and of setPipeline likewise, in each pass.",
  },
  textureBinds: {
    ...ofDraws,
    metric: "maxTextureBinds",
    label: "texture binds",
    about:
      "Calls of bindTexture that change the active unit's binding, and the textures in groups that setBindGroup changes.",
  },
  framebufferSwitches: {
    ...ofDraws,
    metric: "maxFramebufferSwitches",
    label: "framebuffer switches",
    about: "Calls of bindFramebuffer that change the draw or read framebuffer, and render passes of WebGPU.",
  },
  uniformBytes: {
    ...bytesOfWebGl,
    metric: "maxUniformBytes",
    label: "uniform bytes",
    about: "Bytes of the values set in a program's uniforms; those of uniform buffers are buffer uploads.",
  },
  bufferUploadBytes: {
    ...bytesOfDraws,
    metric: "maxBufferUploadBytes",
    label: "buffer upload",
    about: "Bytes that bufferData, bufferSubData, writeBuffer and unmap copy out of the page's memory.",
  },
  textureUploadBytes: {
    ...bytesOfDraws,
    metric: "maxTextureUploadBytes",
    label: "texture upload",
    about: "Bytes of the texels that come from the page's memory, pictures and canvases, in the format of the upload.",
  },
  shaderCompiles: {
    ...ofDraws,
    metric: "maxShaderCompiles",
    label: "shader compiles and links",
    about: "Calls that compile shaders and link programs or pipelines: during a frame of the game they cause a hitch.",
  },
  liveTextures: {
    ...ofDraws,
    kind: "level",
    metric: "maxLiveTextures",
    label: "live textures",
    about: "Textures that were created and not deleted or destroyed; those that the page merely drops still count.",
  },
  textureBytes: {
    ...bytesOfDraws,
    kind: "level",
    metric: "maxTextureBytes",
    label: "texture memory",
    about:
      "Bytes of all live textures by format and size, with mip levels, faces, layers and samples, without padding.",
  },
  renderbufferBytes: {
    ...bytesOfWebGl,
    kind: "level",
    metric: "maxRenderbufferBytes",
    label: "renderbuffer memory",
    about: "Bytes of all live renderbuffers by format, size and samples, without padding.",
  },
  liveBuffers: {
    ...ofDraws,
    kind: "level",
    metric: "maxLiveBuffers",
    label: "live buffers",
    about: "Buffers that were created and not deleted or destroyed; those that the page merely drops still count.",
  },
  bufferBytes: {
    ...bytesOfDraws,
    kind: "level",
    metric: "maxBufferBytes",
    label: "buffer memory",
    about: "Bytes of all live buffers.",
  },
  timers: {
    ...ofPage,
    kind: "level",
    hasLine: false,
    metric: "maxTimers",
    label: "timers",
    about: "Pending timers and idle callbacks, without animation frames.",
  },
  listeners: {
    ...ofPage,
    kind: "level",
    hasLine: false,
    metric: "maxListeners",
    label: "listeners",
    about: "Listeners at the window, the document and its nodes that addEventListener added and that were not removed.",
  },
} as const satisfies Readonly<Record<string, CountDefinition>>;

/** A column of counts, one entry per frame. */
export type CountName = keyof typeof countTable;

/** The columns that count commands of WebGL and WebGPU. */
export type GlCountName = {
  [Name in CountName]: (typeof countTable)[Name]["needs"] extends "draws" | "webgl" ? Name : never;
}[CountName];

/** All columns, in the order of the table. */
// Object.keys does not know that the keys are those of the table.
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
export const countNames = Object.keys(countTable) as [CountName, ...CountName[]];

const namesOfEveryPass = countNames.filter((name) => countTable[name].pass === "every");

/** The columns that a count pass counts, or those of any other pass. */
export function countNamesOf(isCounting: boolean): readonly CountName[] {
  return isCounting ? countNames : namesOfEveryPass;
}

/** The definition of a column. */
export function definitionOf(name: CountName): CountDefinition {
  return countTable[name];
}

/** Creates a record with one value for each column, in the order of the table. */
export function recordByCount<T>(valueOf: (name: CountName) => T): Readonly<Record<CountName, T>> {
  // The type of fromEntries does not know that every name has an entry.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.fromEntries(countNames.map((name) => [name, valueOf(name)])) as Record<CountName, T>;
}

/**
 * The counts of one frame, or totals, in the order of `countNamesOf` the pass. A typed array, because no page can
 * define elements of it by a prototype. The array belongs to its creator, which reuses it for the next frame.
 */
export type FrameCounts = Float64Array;

/** No counts at all; adding them changes nothing. */
export const noCounts: FrameCounts = new Float64Array(0);

/** Adds `others` to `counts`, in place. */
export function addCounts(counts: FrameCounts, others: FrameCounts): void {
  // A page may replace the getter of a typed array's length. Entries that one of them lacks are left out.
  for (let index = 0; index < countNames.length; index += 1)
    counts[index] = (counts[index] ?? 0) + (others[index] ?? 0);
}
