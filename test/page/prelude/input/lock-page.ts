import { type RealPointerLock, takeRealPointerLock } from "../../../../src/page/prelude/input/real-pointer-lock.ts";
import {
  installVirtualPointerLock,
  type VirtualPointerLock,
} from "../../../../src/page/prelude/input/virtual-pointer-lock.ts";

/** The locks that a test uses in its page: the virtual one, and the requests to the real one behind it. */
export interface LockUnderTest {
  readonly lock: VirtualPointerLock;
  readonly real: RealPointerLock;
  readonly heard: string[];
  /**
   * Replaces the browser's own lock: while a pointer is really locked, a headless shell floods its page with events.
   */
  readonly asked: string[];
  readonly warnings: string[];
}

declare global {
  var lockUnderTest: LockUnderTest;
  var refusesLock: boolean;
}

const [heard, asked, warnings]: [string[], string[], string[]] = [[], [], []];
globalThis.refusesLock = false;
Element.prototype.requestPointerLock = async function request(this: Element): Promise<void> {
  asked.push(`lock ${this.localName}`);
  if (globalThis.refusesLock) await Promise.reject(new Error("no gesture"));
};
Document.prototype.exitPointerLock = () => {
  asked.push("exit");
};
const warn = (message: string): void => {
  warnings.push(message);
};
const real = takeRealPointerLock(window, warn);
const lock = installVirtualPointerLock({ realm: window, isReal: () => false }, real);
document.addEventListener("pointerlockchange", () => {
  heard.push(document.pointerLockElement?.localName ?? "none");
});
globalThis.lockUnderTest = { lock, real, heard, asked, warnings };
