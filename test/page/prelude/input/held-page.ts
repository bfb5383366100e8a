import { holdRealInput } from "../../../../src/page/prelude/input/hold-real-input.ts";

declare global {
  /** Whether the page gets the real devices' input. */
  var isReal: boolean;
  var heard: string[];
}

globalThis.isReal = false;
globalThis.heard = [];
holdRealInput({ realm: window, isReal: () => globalThis.isReal }, () => undefined);
for (const type of ["keydown", "mousemove", "pointerdown", "mousedown", "click", "wheel", "focus"]) {
  addEventListener(type, (event) => {
    globalThis.heard.push(event.type);
  });
}
