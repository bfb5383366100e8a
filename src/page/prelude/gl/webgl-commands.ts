import type { GlBindings } from "./gl-bindings.ts";
import { countBytes, countEntries } from "./list-bytes.ts";
import type { GlTotals } from "./gl-totals.ts";
import type { LiveObjects } from "./live-objects.ts";
import { toInteger } from "./realm-methods.ts";
import type { ReadSize } from "./source-sizes.ts";
import { storedBytes, type TexelBox, uploadBytes } from "./texel-bytes.ts";

/** The known state of a context, and the totals that its commands add to. */
export interface CountedContext {
  readonly totals: GlTotals;
  readonly bindings: GlBindings;
  readonly objects: LiveObjects;
  readonly readSize: ReadSize;
}

/** Counts a call that the context has taken. */
export type CountCommand = (context: CountedContext, parameters: readonly unknown[], result: unknown) => void;

const objectOf = (value: unknown): object | null => (typeof value === "object" ? value : null);

const boxOf = (width: unknown, height: unknown, depth: unknown = 1): TexelBox => ({
  width: toInteger(width),
  height: toInteger(height),
  depth: toInteger(depth),
});

type Create = (objects: LiveObjects, made: object) => void;

function creates(add: Create): CountCommand {
  return ({ objects }, _parameters, made) => {
    if (typeof made === "object" && made !== null) add(objects, made);
  };
}

function deletes(remove: Create): CountCommand {
  return ({ objects, bindings }, [deleted]) => {
    if (typeof deleted !== "object" || deleted === null) return;
    remove(objects, deleted);
    bindings.forget(deleted);
  };
}

const bindVertexArray: CountCommand = ({ bindings }, [vertexArray]) => {
  bindings.bindVertexArray(objectOf(vertexArray));
};

/** Like `bindBuffer`, because binding to an index binds to the target, too. */
const bindBufferAt: CountCommand = ({ bindings }, [target, , buffer]) => {
  bindings.bindBuffer(toInteger(target), objectOf(buffer));
};

const countCompile: CountCommand = ({ totals }) => {
  totals.shaderCompiles += 1;
};

/** The destination, the size and the source of an upload's texels. */
interface Upload {
  readonly target: number;
  readonly level: number;
  /** Null for a part of a level, whose size stays. */
  readonly internalFormat: unknown;
  readonly format: unknown;
  readonly type: unknown;
  readonly box: TexelBox;
  readonly source: unknown;
  readonly isPart: boolean;
}

function countUpload({ totals, bindings, objects }: CountedContext, upload: Upload): void {
  const { target, level, box, source, format, type, isPart } = upload;
  // A number is an offset in a bound buffer, and null leaves the level empty.
  if (typeof source === "object" && source !== null) totals.textureUploadBytes += uploadBytes(format, type, box);
  const texture = bindings.textureAt(target);
  if (!isPart && texture !== null) objects.setLevel(texture, target, level, upload);
}

/** `texImage2D`, with a size or with a picture that has one. */
const texImage2D: CountCommand = (context, parameters) => {
  const [target, level, internalFormat] = parameters;
  const hasSize = parameters.length > 6;
  const [format, type, source] = hasSize ? parameters.slice(6) : parameters.slice(3);
  const box = hasSize ? boxOf(parameters[3], parameters[4]) : context.readSize(source);
  if (box === null) return;
  const place = { target: toInteger(target), level: toInteger(level) };
  countUpload(context, { ...place, internalFormat, format, type, box, source, isPart: false });
};

const texSubImage2D: CountCommand = (context, parameters) => {
  const [target, level] = parameters;
  const hasSize = parameters.length > 7;
  const [format, type, source] = hasSize ? parameters.slice(6) : parameters.slice(4);
  const box = hasSize ? boxOf(parameters[4], parameters[5]) : context.readSize(source);
  if (box === null) return;
  const place = { target: toInteger(target), level: toInteger(level) };
  countUpload(context, { ...place, internalFormat: null, format, type, box, source, isPart: true });
};

const texImage3D: CountCommand = (context, parameters) => {
  const [target, level, internalFormat, width, height, depth, , format, type, source] = parameters;
  const place = { target: toInteger(target), level: toInteger(level) };
  const box = boxOf(width, height, depth);
  countUpload(context, { ...place, internalFormat, format, type, box, source, isPart: false });
};

const texSubImage3D: CountCommand = (context, parameters) => {
  const [target, level, , , , width, height, depth, format, type, source] = parameters;
  const place = { target: toInteger(target), level: toInteger(level) };
  const box = boxOf(width, height, depth);
  countUpload(context, { ...place, internalFormat: null, format, type, box, source, isPart: true });
};

/** Positions of parameters. The depth's is -1 in two dimensions. */
interface CompressedShape {
  readonly width: number;
  readonly depth: number;
  readonly data: number;
  readonly isPart: boolean;
}

function compressed({ width, depth, data, isPart }: CompressedShape): CountCommand {
  return ({ totals, bindings, objects }, parameters) => {
    const source = parameters[data];
    const copied = countBytes(source, parameters[data + 1], parameters[data + 2]);
    totals.textureUploadBytes += copied ?? 0;
    const target = toInteger(parameters[0]);
    const texture = bindings.textureAt(target);
    if (isPart || texture === null) return;
    // A number is the size of data in a bound buffer.
    const bytes = copied ?? toInteger(source);
    const box = boxOf(parameters[width], parameters[width + 1], depth < 0 ? 1 : parameters[depth]);
    objects.setLevelBytes(texture, { target, level: toInteger(parameters[1]), box, bytes });
  };
}

const copyTexImage2D: CountCommand = ({ bindings, objects }, [target, level, internalFormat, , , width, height]) => {
  const texture = bindings.textureAt(toInteger(target));
  if (texture === null) return;
  const picture = { internalFormat, format: internalFormat, type: unsignedByte, box: boxOf(width, height) };
  objects.setLevel(texture, toInteger(target), toInteger(level), picture);
};

const unsignedByte = 0x1401;

const texStorage: CountCommand = (
  { bindings, objects },
  [target, levels, internalFormat, width, height, depth = 1],
) => {
  const texture = bindings.textureAt(toInteger(target));
  if (texture === null) return;
  const picture = { internalFormat, format: null, type: null, box: boxOf(width, height, depth) };
  objects.setStorage(texture, toInteger(target), toInteger(levels), picture);
};

function renderbufferStorage(samplesAt: number, formatAt: number): CountCommand {
  return ({ bindings, objects }, parameters) => {
    const renderbuffer = bindings.renderbuffer();
    if (renderbuffer === null) return;
    const samples = samplesAt < 0 ? 1 : Math.max(1, toInteger(parameters[samplesAt]));
    const box = boxOf(parameters[formatAt + 1], parameters[formatAt + 2], samples);
    objects.setRenderbuffer(renderbuffer, storedBytes(parameters[formatAt], { format: null, type: null }, box));
  };
}

const bufferData: CountCommand = ({ totals, bindings, objects }, [target, data, , offset = 0, length = 0]) => {
  const copied = countBytes(data, offset, length);
  totals.bufferUploadBytes += copied ?? 0;
  const buffer = bindings.bufferAt(toInteger(target));
  if (buffer !== null) objects.setBuffer(buffer, copied ?? Math.max(0, Number(data)));
};

const bufferSubData: CountCommand = ({ totals }, [, , data, offset = 0, length = 0]) => {
  totals.bufferUploadBytes += countBytes(data, offset, length) ?? 0;
};

/** By name. Those of extensions have the same effect. */
export const webGlCommands: Readonly<Record<string, CountCommand>> = {
  useProgram({ totals, bindings }, [program]) {
    if (bindings.useProgram(objectOf(program))) totals.programSwitches += 1;
  },
  activeTexture({ bindings }, [texture]) {
    bindings.activeTexture(toInteger(texture));
  },
  bindTexture({ totals, bindings }, [target, texture]) {
    if (bindings.bindTexture(toInteger(target), objectOf(texture))) totals.textureBinds += 1;
  },
  bindFramebuffer({ totals, bindings }, [target, framebuffer]) {
    if (bindings.bindFramebuffer(toInteger(target), objectOf(framebuffer))) totals.framebufferSwitches += 1;
  },
  bindRenderbuffer({ bindings }, [, renderbuffer]) {
    bindings.bindRenderbuffer(objectOf(renderbuffer));
  },
  bindBuffer({ bindings }, [target, buffer]) {
    bindings.bindBuffer(toInteger(target), objectOf(buffer));
  },
  bindBufferBase: bindBufferAt,
  bindBufferRange: bindBufferAt,
  bindVertexArray,
  bindVertexArrayOES: bindVertexArray,
  compileShader: countCompile,
  linkProgram: countCompile,
  createTexture: creates((objects, made) => {
    objects.addTexture(made);
  }),
  createBuffer: creates((objects, made) => {
    objects.addBuffer(made);
  }),
  createRenderbuffer: creates((objects, made) => {
    objects.addRenderbuffer(made);
  }),
  deleteTexture: deletes((objects, deleted) => {
    objects.removeTexture(deleted);
  }),
  deleteBuffer: deletes((objects, deleted) => {
    objects.removeBuffer(deleted);
  }),
  deleteRenderbuffer: deletes((objects, deleted) => {
    objects.removeRenderbuffer(deleted);
  }),
  deleteFramebuffer: deletes(() => undefined),
  deleteVertexArray: deletes(() => undefined),
  deleteVertexArrayOES: deletes(() => undefined),
  bufferData,
  bufferSubData,
  texImage2D,
  texSubImage2D,
  texImage3D,
  texSubImage3D,
  compressedTexImage2D: compressed({ width: 3, depth: -1, data: 6, isPart: false }),
  compressedTexSubImage2D: compressed({ width: 4, depth: -1, data: 7, isPart: true }),
  compressedTexImage3D: compressed({ width: 3, depth: 5, data: 7, isPart: false }),
  compressedTexSubImage3D: compressed({ width: 5, depth: 7, data: 9, isPart: true }),
  copyTexImage2D,
  texStorage2D: texStorage,
  texStorage3D: texStorage,
  generateMipmap({ bindings, objects }, [target]) {
    const texture = bindings.textureAt(toInteger(target));
    if (texture !== null) objects.generateLevels(texture, toInteger(target));
  },
  renderbufferStorage: renderbufferStorage(-1, 1),
  renderbufferStorageMultisample: renderbufferStorage(1, 2),
  ...Object.fromEntries(uniformCommands()),
};

/** The commands that give a uniform its values. Every value has four bytes. */
function uniformCommands(): readonly (readonly [name: string, count: CountCommand])[] {
  const scalars = [1, 2, 3, 4].flatMap((size) =>
    ["f", "i", "ui"].map((kind) => [`uniform${String(size)}${kind}`, uniform(() => size)] as const),
  );
  const vectors = scalars.map(([name]) => {
    return [`${name}v`, uniform(([, list, offset = 0, length = 0]) => countEntries(list, offset, length))] as const;
  });
  const matrices = ["2", "3", "4", "2x3", "2x4", "3x2", "3x4", "4x2", "4x3"].map((size) => {
    const count = uniform(([, , list, offset = 0, length = 0]) => countEntries(list, offset, length));
    return [`uniformMatrix${size}fv`, count] as const;
  });
  return [...scalars, ...vectors, ...matrices];
}

const bytesPerValue = 4;

function uniform(countValues: (parameters: readonly unknown[]) => number): CountCommand {
  return ({ totals }, parameters) => {
    // Without a location the context ignores the values.
    if (typeof parameters[0] === "object" && parameters[0] !== null)
      totals.uniformBytes += countValues(parameters) * bytesPerValue;
  };
}
