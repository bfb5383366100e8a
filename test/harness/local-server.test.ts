import { describe, expect, it } from "vitest";
import { isLocalUrl } from "../../harness/local-server.ts";

describe("the address of a server of this machine", () => {
  it.each([
    "http://localhost:5173",
    "http://LOCALHOST/",
    "https://localhost:8443/game",
    "http://game.localhost:3000",
    "http://127.0.0.1:1",
    "http://127.1:80",
    "http://[::1]:4000/",
  ])("is %s", (url) => {
    expect(isLocalUrl(new URL(url))).toBe(true);
  });

  it.each([
    "http://example.com",
    "http://localhost.example.com",
    "http://notlocalhost",
    "http://127.0.0.1.example.com",
    "http://user@192.168.0.1",
    "http://0.0.0.0:5173",
    "http://[::2]",
    "http://[::ffff:127.0.0.1]",
    "ftp://localhost",
    "file:///index.html",
  ])("is not %s", (url) => {
    expect(isLocalUrl(new URL(url))).toBe(false);
  });
});
