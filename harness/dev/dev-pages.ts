import { readFile } from "node:fs/promises";
import { preludeBundle } from "../serve/page-bundles.ts";
import { isRead, refuseMethod } from "../serve/send-file.ts";
import { type Handler, servedFile } from "../serve/serve-files.ts";
import type { FrameConfig } from "../../src/formats/page-port.ts";

/** URL of the prelude. */
const preludePath = "/@framegate/prelude.js";

/** The host page. `entryUrl` is the module that starts it. */
export function devHostPage(entryUrl: string, title: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,">
<style>html,body{margin:0;height:100%;overflow:hidden}html{background:#000}</style></head>
<body><script type="module" src="${entryUrl}"></script></body>
</html>
`;
}

/** Serves the prelude. It removes its own element, because the page's other scripts may count elements. */
export function servePrelude(): Handler {
  return (request, response, next) => {
    if (request.url?.split("?", 1)[0] !== preludePath) {
      next();
      return;
    }
    readFile(preludeBundle, "utf8").then(
      (source) => {
        response.setHeader("Content-Type", "text/javascript; charset=utf-8");
        // The source is strict, which only the first statement of a script can say.
        response.end(`"use strict";\ndocument.currentScript?.remove();\n${source}`);
      },
      () => response.destroy(),
    );
  };
}

/** Code that gives a frame its configuration and then its prelude, as self-removing elements. */
function preludeTags(config: FrameConfig): string {
  // A closing tag inside the text would end the script.
  const text = JSON.stringify(config).replaceAll("<", "\\u003c");
  return `<script>document.currentScript.remove();globalThis.framegatePreludeConfig=${text}</script><script src="${preludePath}"></script>`;
}

/**
 * Serves a folder's pages with the prelude before their first script, configured for the request's query. Other files
 * are left to the next handler.
 */
export function servePages(folder: string, root: string, configFor: (query: string) => FrameConfig): Handler {
  return (request, response, next) => {
    const file = servedFile(request.url ?? "/", folder, root);
    if (file === null || !/\.html?$/iu.test(file)) {
      next();
      return;
    }
    if (!isRead(request)) {
      refuseMethod(response);
      return;
    }
    readFile(file, "utf8").then(
      (html) => {
        const [, query = ""] = (request.url ?? "").split("?", 2);
        sendPage(response, withPrelude(html, configFor(query)));
      },
      () => response.destroy(),
    );
  };
}

export function sendPage(response: Parameters<Handler>[1], html: string): void {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.end(html);
}

/** A page with the prelude at the start of its head, or right after its doctype if it has no head. */
export function withPrelude(html: string, config: FrameConfig): string {
  const place =
    /^(?:\s|<!--[\s\S]*?-->)*(?:<!doctype[^>]*>)?(?:\s|<!--[\s\S]*?-->)*(?:<html\b[^>]*>)?(?:\s|<!--[\s\S]*?-->)*(?:<head\b[^>]*>)?/iu;
  const [before = ""] = place.exec(html) ?? [];
  return `${before}${preludeTags(config)}${html.slice(before.length)}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
