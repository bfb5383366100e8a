import type { FailedRequest } from "./missing-files.ts";

/** Sockets to hosts that are not open. The browser does not report refused sockets. */
export function refusedSockets(urls: readonly string[], allowHosts: readonly string[]): readonly FailedRequest[] {
  const defaultPorts: Readonly<Record<string, string>> = { "ws:": "80", "http:": "80", "wss:": "443", "https:": "443" };
  return urls.flatMap((text) => {
    // A relative URL leads to the game's own server.
    if (!URL.canParse(text)) return [];
    const { protocol, hostname, port } = new URL(text);
    const isOpen = [hostname, `${hostname}:${port === "" ? (defaultPorts[protocol] ?? "") : port}`].some((host) =>
      allowHosts.includes(host),
    );
    const isOwn = hostname.endsWith(".framegate.localhost") && port === "";
    return isOpen || isOwn ? [] : [{ url: text, reason: "net::ERR_NAME_NOT_RESOLVED", kind: "websocket" }];
  });
}
