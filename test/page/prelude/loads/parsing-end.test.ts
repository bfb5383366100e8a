import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const head = `<!doctype html><script>
  globalThis.found = { lines: [] };
  globalThis.note = (line) => found.lines.push(line);
  document.addEventListener("readystatechange", () => note(document.readyState));
  document.addEventListener("DOMContentLoaded", () => note("parsed"));
  addEventListener("load", () => note("load"));
</script>`;

const early = `<script>
  setTimeout(() => note("timer " + document.readyState));
  onmessage = ({ data }) => note("message " + data);
  postMessage("of the page", "*");
</script>`;

/** Runs a page of its own markup, once as it is and once for each file with that file late. The logs must be equal. */
async function linesOf(markup: string, files: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const page = { script: "", frames: 20, files: { ...files, "page.html": head + markup } };
  const { found } = await runPreludePage(page);
  for (const name of Object.keys(files)) {
    const late = await runPreludePage({ ...page, delaysMs: { [name]: 300 } });
    expect(late.found).toEqual(found);
  }
  return found;
}

it("comes after what the scripts of the markup have queued, however late its deferred scripts are", async () => {
  const markup = `${early}<script src="waits.js"></script><script defer src="defer.js"></script>
    <script type="module">import "./module.js"; note("module")</script>`;
  const files = {
    "waits.js": "note('script'); setTimeout(() => note('timer of the script'))",
    "defer.js": "note('deferred'); setTimeout(() => note('late timer'))",
    "module.js": "note('imported')",
  };
  expect(await linesOf(markup, files)).toEqual({
    lines: [
      ...["script", "timer loading", "message of the page", "timer of the script"],
      ...["interactive", "deferred", "imported", "module", "parsed", "complete", "load", "late timer"],
    ],
  });
});

it("lets a frame of the page load after it, whose own tasks come before its end", async () => {
  const markup = `<iframe src="frame.html" onload="note('element')"></iframe>${early}`;
  const frame = `<script>
    const { note } = parent;
    note("script of the frame");
    document.addEventListener("DOMContentLoaded", () => note("frame parsed"));
    onload = () => note("frame load");
    setTimeout(() => note("timer of the frame " + document.readyState));
  </script>`;
  expect(await linesOf(markup, { "frame.html": frame })).toEqual({
    lines: [
      ...["timer loading", "message of the page", "interactive", "parsed"],
      ...["script of the frame", "timer of the frame loading", "frame parsed", "frame load", "element"],
      ...["complete", "load"],
    ],
  });
});

it("lets scripts come for which the parser waits, whatever their markup asks for", async () => {
  const markup = `${early}<p><template shadowrootmode="closed"><script src="hidden.js"></script></template></p>
    <script src="cors.js" crossorigin></script><script src="low.js" fetchpriority="low"></script>
    <svg><script href="svg.js" crossorigin></script></svg><script defer src="defer.js"></script>`;
  const names = ["hidden", "cors", "low", "svg", "defer"];
  const files = Object.fromEntries(names.map((name) => [`${name}.js`, `note("${name}")`]));
  expect(await linesOf(markup, files)).toEqual({
    lines: [
      ...["hidden", "cors", "low", "svg", "timer loading", "message of the page"],
      ...["interactive", "defer", "parsed", "complete", "load"],
    ],
  });
});

it("keeps the order of a page with a frame whose content is in its markup", async () => {
  const markup = `${early}<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" onload="note('picture')">
    <iframe srcdoc="<script>parent.note('frame')</script>" onload="note('element')"></iframe>`;
  expect(await linesOf(markup)).toEqual({
    lines: [
      ...["interactive", "parsed", "frame", "picture", "element", "complete", "load"],
      ...["timer complete", "message of the page"],
    ],
  });
});

it.each([
  ["closes it at once", "document.close(); note('closed')", ["written", "new load", "closed"]],
  ["closes it later", "setTimeout(() => { note('closing'); document.close(); })", ["written", "closing", "new load"]],
])("forgets it if one of those tasks writes the document anew, and %s", async (_what, close, lines) => {
  const markup = `<script>setTimeout(() => {
    document.open();
    addEventListener("load", () => note("new load"));
    document.write("<script>note('written')</" + "script>");
    ${close};
  })</script><script defer src="defer.js"></script>`;
  expect(await linesOf(markup, { "defer.js": "note('never')" })).toEqual({ lines });
});

it("comes after the events of all pictures that need no request, however many there are", async () => {
  const markup = `<script>
    let count = 0;
    document.addEventListener("DOMContentLoaded", () => note(count + " pictures"));
    for (let index = 0; index < 400; index += 1) {
      const image = new Image();
      image.onload = () => { count += 1; };
      image.src = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='" + (index + 1) + "' height='1'/>";
    }
  </script>`;
  expect(await linesOf(markup)).toEqual({ lines: ["interactive", "parsed", "400 pictures", "complete", "load"] });
});
