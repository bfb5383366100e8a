import type { GameContext } from "framegate";

interface Drawn extends GameContext {
  readonly canvas: HTMLCanvasElement;
}

/** Loses the context of a root in step 5, restores it in step 10, and records the steps of the root's events. */
export function loseContext({ rootId, canvas, state, systems, time }: Drawn): void {
  const heard: unknown[] = [];
  for (const type of ["webglcontextlost", "webglcontextrestored"])
    canvas.addEventListener(type, () => heard.push([type, time.step]));
  state.register(rootId, () => heard);
  const lose = canvas.getContext("webgl2")?.getExtension("WEBGL_lose_context");
  systems.add("gameLogic", () => {
    if (time.step === 5) lose?.loseContext();
    if (time.step === 10) lose?.restoreContext();
    if (time.step === 19) console.log(rootId, JSON.stringify(heard));
  });
}
