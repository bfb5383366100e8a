import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { startGameServer } from "./game-server.ts";
import { runVerify, type VerifyRun } from "./verify-run.ts";

/** Each page draws a rectangle at `value`, which `game.js` sets to something that differs from browser to browser. */
const page = `<!doctype html><meta charset="utf-8"><body><canvas></canvas><script>
  var value = 0;
  const context = document.querySelector("canvas").getContext("2d");
  const server = new URLSearchParams(location.search).get("server");
  let frame = 0;
  requestAnimationFrame(function next() {
    frame += 1;
    context.fillRect(frame, value, 10, 10);
    requestAnimationFrame(next);
  });
</script><script src="game.js"></script>`;

async function verifyPage(files: Readonly<Record<string, string>>): Promise<VerifyRun> {
  const folder = mkdtempSync(join(tmpdir(), "framegate-causes-"));
  let count = 0;
  await using server = await startGameServer(() => String((count += 1)));
  try {
    for (const [name, content] of Object.entries({ "package.json": "{}", "page.html": page, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const args = [join(folder, "page.html"), "--frames", "12", ...server.args];
    return await runVerify([...args, "--launches", "2"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("a value that differs between two browsers is traced back to the call that gave it", () => {
  it.each([
    {
      cause: { api: "Response.text", realm: "/page.html" },
      place: { file: "game.js", line: 3 },
      files: {
        "game.js": `async function ask() {\n  const response = await fetch(server);\n  value = Number(await response.text());\n}\nask();`,
      },
    },
    {
      cause: { api: "XMLHttpRequest.responseText", realm: "/page.html" },
      place: { file: "src/game.js", line: 2 },
      files: {
        "page.html": page.replace("game.js", "src/game.js"),
        "src/game.js": `const request = new XMLHttpRequest();\nrequest.onload = () => { value = Number(request.responseText); };\nrequest.open("GET", server);\nrequest.send();`,
      },
    },
    {
      cause: { api: "Response.text", realm: "/page.html#worker1" },
      place: { file: "worker.js", line: 2 },
      files: {
        "game.js": `const worker = new Worker("worker.js" + location.search);\nworker.onmessage = ({ data }) => { value = data; };`,
        "worker.js": `const server = new URLSearchParams(location.search).get("server") ?? "";\nfetch(server).then((response) => response.text()).then((text) => postMessage(Number(text)));`,
      },
    },
    {
      cause: { api: "Response.text", realm: "/inner.html" },
      place: { file: "inner.html", line: 2 },
      files: {
        "game.js": `const inner = document.createElement("iframe");\ninner.src = "inner.html" + location.search;\ndocument.body.append(inner);\nonmessage = ({ data }) => { value = data; };`,
        "inner.html": `<script>const server = new URLSearchParams(location.search).get("server");\nfetch(server).then((response) => response.text()).then((text) => parent.postMessage(Number(text), "*"));</script>`,
      },
    },
  ])("$cause.api in $cause.realm", async ({ cause, place, files }) => {
    const { exitCode, report, stderr } = await verifyPage(files);
    expect(exitCode, stderr).toBe(4);
    expect(report.divergence).toMatchObject({
      root: "/page.html",
      part: "canvas2d",
      path: "fillRect[1]",
      class: "exact",
    });
    expect(report.divergence?.cause).toMatchObject(cause);
    expect(report.divergence?.cause?.stack[0]).toMatchObject(place);
    expect(stderr).toContain(`${cause.api} at ${place.file}:${String(place.line)}`);
  });
});

describe("the divergence of a game with roots", () => {
  it("has the phase, the path in the scene, both values and the place in the sources", async () => {
    let count = 10;
    await using server = await startGameServer(() => String((count += 1)));
    const game = "test/games/odd/differs-each-time.game.json";
    const { exitCode, report, stderr } = await runVerify([game, "--frames", "20", "--launches", "2", ...server.args]);
    expect(exitCode, stderr).toBe(4);
    expect(report.divergence).toEqual({
      ...{ frame: 7, phase: "gameLogic", root: "main", part: "scene", path: "Scene/children[0].position.x" },
      ...{ a: "13", b: "14", class: "exact" },
      cause: {
        api: "Response.text",
        realm: "/",
        stack: [{ file: "src/differs-each-time.ts", line: 7, column: expect.any(Number) as number }],
      },
    });
  });
});

it("names an unrepeatable source where it is used, and still passes if the runs are identical", async () => {
  const { exitCode, report, stderr } = await verifyPage({
    "game.js": `function listen() {\n  return new RTCPeerConnection();\n}\nlisten();`,
  });
  expect(exitCode, stderr).toBe(0);
  expect(report.named).toEqual([
    { api: "RTCPeerConnection", realm: "/page.html", file: "game.js", line: 2, column: expect.any(Number) as number },
  ]);
});
