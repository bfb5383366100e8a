import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { ScriptAnswer, ScriptMessage } from "./script-messages.ts";
import type { ScriptedGame } from "./scripted-game.ts";

// Thread of a user's script. An endless loop blocks nothing else, and ends with the thread.

interface Waiting {
  resolve(): void;
  reject(reason: Error): void;
  readonly called: Error;
}

const waiting = new Map<number, Waiting>();
/** Includes calls that the script does not await: these may fail, too. */
const unanswered = new Set<Promise<void>>();
let lastId = 0;

function tell(message: ScriptMessage): void {
  parentPort?.postMessage(message);
}

async function call(name: keyof ScriptedGame, parameters: readonly unknown[]): Promise<void> {
  // Created here, because the answer arrives without the script's stack.
  const called = new Error(name);
  lastId += 1;
  const id = lastId;
  const answered = new Promise<void>((resolve, reject) => {
    waiting.set(id, { resolve, reject, called });
    tell({ kind: "call", id, name, parameters, stack: called.stack ?? "" });
  });
  unanswered.add(answered);
  await answered.finally(() => {
    unanswered.delete(answered);
  });
}

parentPort?.on("message", ({ id, reason }: ScriptAnswer) => {
  const one = waiting.get(id);
  waiting.delete(id);
  if (one === undefined) return;
  if (reason === null) {
    one.resolve();
    return;
  }
  one.called.message = reason;
  one.reject(one.called);
});

const game: ScriptedGame = {
  press: async (...parameters) => {
    await call("press", parameters);
  },
  release: async (...parameters) => {
    await call("release", parameters);
  },
  click: async (...parameters) => {
    await call("click", parameters);
  },
  waitFrames: async (...parameters) => {
    await call("waitFrames", parameters);
  },
  waitFor: async (...parameters) => {
    await call("waitFor", parameters);
  },
};

async function play(): Promise<void> {
  const script: unknown = await import(pathToFileURL(String(workerData)).href);
  const main: unknown = typeof script === "object" && script !== null ? Reflect.get(script, "default") : undefined;
  if (typeof main !== "function")
    throw new Error("it has no default export that is a function: export default async (game) => { ... }");
  await Reflect.apply(main, undefined, [game]);
  await Promise.all(unanswered);
}

tell({ kind: "started" });
try {
  await play();
  tell({ kind: "ended" });
} catch (thrown) {
  const isError = thrown instanceof Error;
  tell({
    kind: "failed",
    reason: isError ? thrown.message : String(thrown),
    stack: isError ? (thrown.stack ?? "") : "",
  });
}
