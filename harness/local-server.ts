import { type ClientRequest, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";

/** Whether a URL names this machine, by a name or an address that leads nowhere else. */
export function isLocalUrl({ protocol, hostname }: URL): boolean {
  return /^https?:$/u.test(protocol) && /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
}

/**
 * Opens a request to a server of this machine. Names are not looked up: the hosts file may point localhost somewhere
 * else. Certificates are not verified, because nobody is in between.
 */
export function openLocalRequest(
  url: URL,
  options: Pick<RequestOptions, "method" | "headers" | "signal">,
): ClientRequest {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return request({
    ...options,
    hostname: url.hostname.replaceAll(/^\[|\]$/gu, ""),
    port: url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port,
    path: `${url.pathname}${url.search}`,
    agent: false,
    rejectUnauthorized: false,
    lookup: (_name, { all }, callback) => {
      // Servers listen on one of the two.
      const addresses = [
        { address: "127.0.0.1", family: 4 },
        { address: "::1", family: 6 },
      ];
      if (all === true) callback(null, addresses);
      else callback(null, "127.0.0.1", 4);
    },
  });
}
