import type { FragmentReport } from "../../../formats/page-port.ts";
import type { ContextRegistry } from "./context-registry.ts";
import { type CountingProgram, CountingPrograms } from "./counting-programs.ts";
import { countingState } from "./counting-state.ts";
import { CountingTargets, type CountingParts, describeTallies, isDepthOrStencil } from "./counting-targets.ts";
import { drawNames } from "./draw-commands.ts";
import { type NativeContext, takeNativeContexts } from "./native-contexts.ts";
import { hookMethod, type MethodTable, toInteger } from "./realm-methods.ts";

interface CountedContext extends NativeContext {
  readonly programs: CountingPrograms;
  /** Created in the inspected step, because it takes extensions that the game may not have. */
  targets: CountingTargets | null;
}

type CountedDraw = Pick<FragmentReport["draws"][number], "target" | "fragments">;

/** The position of the parameter of blitFramebuffer that names the buffers. */
const blitMaskAt = 8;

const nothingDrawn: CountedDraw = { target: null, fragments: 0 };
const notCounted: CountedDraw = { target: null, fragments: null };

/**
 * Counts the fragments that the WebGL draws of a step write. WebGL itself only tells whether a draw has any. So each
 * draw is done once more, into a framebuffer of Framegate's: the game's vertex shader, state and buffers, its fragment
 * shader with a one for the colour, added up. Depth and stencil are tested there against copies that go through the
 * same clears and draws as the game's, because most of a game's own depth cannot be read.
 */
export class FragmentCounter {
  readonly #isCounting: () => boolean;
  readonly #native: (context: object) => NativeContext;
  readonly #contexts = new WeakMap<object, CountedContext>();
  readonly #tallies: CountingParts["tallies"] = new Map();
  readonly #draws: FragmentReport["draws"][number][] = [];
  /** Draws that have no site yet. */
  #unattributed: CountedDraw[] = [];

  /** Must be created before anything of the realm is replaced. */
  constructor(realm: object, isCounting: () => boolean) {
    this.#isCounting = isCounting;
    this.#native = takeNativeContexts(realm);
  }

  /** Hooks the prototype of a context or an extension, before anything else does. */
  hook(prototype: MethodTable, registry: ContextRegistry, sizeOfTexture: CountingParts["sizeOfTexture"]): void {
    const parts = { tallies: this.#tallies, sizeOfTexture };
    const after = (name: string, then: After, isAlways = false): void => {
      const isWanted = isAlways ? (): boolean => true : this.#isCounting;
      hookMethod(prototype, name, (original) => {
        const contextOf = (receiver: object): CountedContext | null => this.#contextOf(receiver, registry);
        return function (...parameters) {
          const result = original.apply(this, parameters);
          const context = isWanted() ? contextOf(this) : null;
          if (context !== null) then(context, parameters, () => original.apply(this, parameters));
          return result;
        };
      });
    };
    for (const name of drawNames) {
      after(name, (context, _parameters, draw) => {
        this.#unattributed.push(countDraw(context, targetsOf(context, parts), draw));
      });
    }
    after(
      "linkProgram",
      ({ programs }, [program]) => {
        if (typeof program === "object" && program !== null) programs.noteLink(program);
      },
      true,
    );
    after("clear", (context, [mask]) => {
      const { gl } = context;
      const bits = toInteger(mask) & (gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
      if (bits !== 0) targetsOf(context, parts).mirrorClear(() => gl.clear(bits));
    });
    after("blitFramebuffer", (context, parameters) => {
      const { DEPTH_BUFFER_BIT, STENCIL_BUFFER_BIT } = context.gl;
      const bits = toInteger(parameters[blitMaskAt]) & (DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT);
      if (bits !== 0) targetsOf(context, parts).noteCopy();
    });
    for (const name of ["clearBufferfv", "clearBufferiv", "clearBufferfi"]) {
      after(name, (context, [buffer], clear) => {
        if (name === "clearBufferfi" || isDepthOrStencil(buffer)) targetsOf(context, parts).mirrorClear(clear);
      });
    }
  }

  /** Gives the draws since the last call their site. */
  attribute(site: number): void {
    for (const { target, fragments } of this.#unattributed) this.#draws.push({ site, target, fragments });
    this.#unattributed = [];
  }

  report(): FragmentReport {
    return { targets: describeTallies(this.#tallies), draws: this.#draws };
  }

  #contextOf(receiver: object, registry: ContextRegistry): CountedContext | null {
    const context = registry.contextOf(receiver);
    if (context === null) return null;
    const known = this.#contexts.get(context);
    if (known !== undefined) return known;
    const native = this.#native(context);
    const created = { ...native, programs: new CountingPrograms(native.gl, native.isSecond), targets: null };
    this.#contexts.set(context, created);
    return created;
  }
}

type After = (context: CountedContext, parameters: readonly unknown[], again: () => unknown) => void;

function targetsOf(context: CountedContext, parts: CountingParts): CountingTargets {
  context.targets ??= new CountingTargets(context, parts);
  return context.targets;
}

function countDraw(
  { gl, isSecond, programs }: CountedContext,
  targets: CountingTargets,
  draw: () => unknown,
): CountedDraw {
  if (gl.isContextLost() || (isSecond && gl.isEnabled(gl.RASTERIZER_DISCARD))) return nothingDrawn;
  const ofGame: unknown = gl.getParameter(gl.CURRENT_PROGRAM);
  if (typeof ofGame !== "object" || ofGame === null) return nothingDrawn;
  const program = programs.of(ofGame);
  if (program === null) return notCounted;
  const target = targets.current();
  if (target === "nothing-drawn") return nothingDrawn;
  if (target === "not-counted") return notCounted;
  const restore = countingState(gl, isSecond, target);
  useProgram(gl, program);
  draw();
  const fragments = target.read();
  restore();
  // An error of this draw is one of the game's, too, which has it already.
  gl.getError();
  return { target: target.index, fragments };
}

function useProgram(gl: WebGL2RenderingContext, { program, copyUniforms }: CountingProgram): void {
  gl.useProgram(program);
  copyUniforms();
}
