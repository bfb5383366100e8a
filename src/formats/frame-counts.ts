/** What is known of a column of counts besides its name. */
export interface CountDefinition {
  /** The metric of its worst frame. */
  readonly metric: string;
  /** As tables and sentences name it. */
  readonly label: string;
  /** What exactly is counted, in a sentence. */
  readonly about: string;
  readonly unit: "count" | "bytes";
  /** `sum`: what happened in the frame. `level`: what there was at its end. */
  readonly kind: "sum" | "level";
  /** The passes that count it. `count`: to count it takes more than a timed frame should pay for. */
  readonly pass: "every" | "count";
  /** What a game needs to have for a figure to mean anything. Without it the column is null. */
  readonly needs: "draws" | "webgl" | "canvas" | "entities" | "nodes" | "nothing";
  /** Whether terminals show it in a line of its own, and `init` proposes a limit. The others share a block. */
  readonly hasLine: boolean;
}

const drawn = { unit: "count", kind: "sum", pass: "every", needs: "draws", hasLine: true } as const;
const ofScene = { unit: "count", kind: "level", pass: "count", hasLine: true } as const;
const ofDraws = { unit: "count", kind: "sum", pass: "count", needs: "draws", hasLine: false } as const;
const ofWebGl = { unit: "count", kind: "sum", pass: "count", needs: "webgl", hasLine: false } as const;
const bytesOfWebGl = { ...ofWebGl, unit: "bytes" } as const;
const ofPage = { unit: "count", pass: "count", needs: "nothing" } as const;

/**
 * Everything that is counted in every frame. Of two columns that differ between runs in the same frame, the one that comes
 * first here is told.
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
  glCommands: {
    ...ofDraws,
    metric: "maxGlCommands",
    label: "GL commands",
    about: "Calls to WebGL, its extensions and WebGPU, without those that only ask.",
  },
  vertices: {
    ...ofDraws,
    metric: "maxVertices",
    label: "vertices",
    about: "Vertices of all draws: those of a draw times its instances.",
  },
  instances: {
    ...ofDraws,
    metric: "maxInstances",
    label: "instances",
    about: "Instances of the draws that are instanced.",
  },
  programSwitches: {
    ...ofWebGl,
    metric: "maxProgramSwitches",
    label: "program switches",
    about: "Calls of useProgram with another program than the current one.",
  },
  textureBinds: {
    ...ofWebGl,
    metric: "maxTextureBinds",
    label: "texture binds",
    about: "Calls of bindTexture that change what the active unit has bound.",
  },
  framebufferSwitches: {
    ...ofWebGl,
    metric: "maxFramebufferSwitches",
    label: "framebuffer switches",
    about: "Calls of bindFramebuffer that change what is drawn to or read from.",
  },
  uniformBytes: {
    ...bytesOfWebGl,
    metric: "maxUniformBytes",
    label: "uniform bytes",
    about: "Bytes of the values that are given to uniforms of a program; those of uniform buffers are buffer uploads.",
  },
  bufferUploadBytes: {
    ...bytesOfWebGl,
    metric: "maxBufferUploadBytes",
    label: "buffer upload",
    about: "Bytes that bufferData and bufferSubData copy out of the page's memory.",
  },
  textureUploadBytes: {
    ...bytesOfWebGl,
    metric: "maxTextureUploadBytes",
    label: "texture upload",
    about: "Bytes of the texels that come from the page's memory, pictures and canvases, in the format of the upload.",
  },
  shaderCompiles: {
    ...ofWebGl,
    metric: "maxShaderCompiles",
    label: "shader compiles and links",
    about: "Calls of compileShader and linkProgram: in a frame of the game they make a hitch.",
  },
  liveTextures: {
    ...ofWebGl,
    kind: "level",
    metric: "maxLiveTextures",
    label: "live textures",
    about: "Textures that were created and not deleted; those that the page only forgets count.",
  },
  textureBytes: {
    ...bytesOfWebGl,
    kind: "level",
    metric: "maxTextureBytes",
    label: "texture memory",
    about: "Bytes of all live textures by format and size, with mip levels, cube faces and layers, without padding.",
  },
  renderbufferBytes: {
    ...bytesOfWebGl,
    kind: "level",
    metric: "maxRenderbufferBytes",
    label: "renderbuffer memory",
    about: "Bytes of all live renderbuffers by format, size and samples, without padding.",
  },
  liveBuffers: {
    ...ofWebGl,
    kind: "level",
    metric: "maxLiveBuffers",
    label: "live buffers",
    about: "Buffers that were created and not deleted; those that the page only forgets count.",
  },
  bufferBytes: {
    ...bytesOfWebGl,
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
    about: "Timers and idle callbacks that wait to run, animation frames not among them.",
  },
  listeners: {
    ...ofPage,
    kind: "level",
    hasLine: false,
    metric: "maxListeners",
    label: "listeners",
    about: "Listeners at the window, the document and its nodes that addEventListener added and nothing removed.",
  },
} as const satisfies Readonly<Record<string, CountDefinition>>;

/** A column of counts, one entry per frame. */
export type CountName = keyof typeof countTable;

/** The columns that WebGL commands add to, beside those of every pass. */
export type WebGlCountName = {
  [Name in CountName]: (typeof countTable)[Name]["needs"] extends "webgl" ? Name : never;
}[CountName];

/** All columns, in the order of the table. */
// Their type is that of the table's own keys, which Object.keys cannot say.
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions
export const countNames = Object.keys(countTable) as [CountName, ...CountName[]];

const namesOfEveryPass = countNames.filter((name) => countTable[name].pass === "every");

/** The columns that a count pass counts, or any other pass. */
export function countNamesOf(isCounting: boolean): readonly CountName[] {
  return isCounting ? countNames : namesOfEveryPass;
}

/** The definition of a column. */
export function definitionOf(name: CountName): CountDefinition {
  return countTable[name];
}

/** Creates a record with one value for each column, in the order of the table. */
export function recordByCount<T>(valueOf: (name: CountName) => T): Readonly<Record<CountName, T>> {
  // The type of fromEntries does not say that every name has its entry.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.fromEntries(countNames.map((name) => [name, valueOf(name)])) as Record<CountName, T>;
}

/**
 * The counts of one frame, or totals, in the order of `countNamesOf` the pass. A typed array, whose elements no page can
 * define in its prototype. It belongs to whoever made it, and is filled again with the next frame.
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
