import type { Plugin } from "vite";
import type { FrameConfig, HostConfig } from "../../src/formats/page-port.ts";
import { ownPath, quote } from "../serve/own-code.ts";

/** Initial data for a page of the development server. */
export interface DevPageConfig {
  readonly frame: FrameConfig;
  readonly host: HostConfig;
}

const clientId = "virtual:framegate-dev";
const resolvedClientId = `\0${clientId}`;

/** URL of the module that starts the page. */
export const devClientUrl = `/@id/__x00__${clientId}`;

/** URL from which the page fetches its `DevPageConfig`, with its own query. */
export const devConfigPath = "/@framegate/config";

/** Event by which the page reports the game's end, over Vite's own socket. */
export const failedEvent = "framegate:failed";

/**
 * Plugin for the page's first module. It connects to Vite before the prelude takes over the page, because sockets and
 * timers created later run on the game's time.
 */
export function createDevPlugin(hostEntryId: string): Plugin {
  return {
    name: "framegate:dev",
    resolveId: (source) => (source === clientId ? resolvedClientId : undefined),
    load: (id) => (id === resolvedClientId ? clientModule(hostEntryId) : undefined),
  };
}

function clientModule(hostEntryId: string): string {
  return `
const hot = import.meta.hot;
hot.on("vite:beforeFullReload", () => location.reload());
const response = await fetch(${quote(devConfigPath)} + location.search);
if (!response.ok) {
  document.documentElement.style.background = "#fff";
  document.body.textContent = await response.text();
  throw new Error(document.body.textContent);
}
const config = await response.json();
globalThis.framegatePreludeConfig = config.frame;
await new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.onload = resolve;
  script.onerror = () => reject(new Error("The prelude could not be loaded."));
  script.src = "/@framegate/prelude.js";
  document.head.append(script);
});
const { host } = await import(${quote(hostEntryId)});
const { playInBrowser } = await import(${quote(ownPath("page/dev-play.js"))});
await playInBrowser(config.host, host, (report) => hot.send(${quote(failedEvent)}, report));
`;
}
