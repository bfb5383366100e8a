import { expect, it } from "vitest";
import { readGuide } from "./read-guide.ts";

it("reads the files and the commands of a guide, in order", () => {
  const guide = [
    ["Save `src/game.js`:", "```js", "start();", "```"],
    ["This is only shown:", "```js", "stop();", "```"],
    ["```sh", "one", "for seed in 1 2; do", "  two", "done", "three # exits with 4", "four", "```"],
  ];
  expect(readGuide(`${guide.flat().join("\n\n").replaceAll("\n\n", "\n")}\n`)).toEqual([
    { kind: "file", path: "src/game.js", text: "start();\n" },
    { kind: "shell", code: "one\nfor seed in 1 2; do\n  two\ndone", exitCode: 0 },
    { kind: "shell", code: "three # exits with 4", exitCode: 4 },
    { kind: "shell", code: "four", exitCode: 0 },
  ]);
});
