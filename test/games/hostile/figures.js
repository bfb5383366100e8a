"use strict";
// Attempts to reach its own figures from around the page. Other games of these tests forge them from within.

attempt(() => parent.document.title && succeed("hosts-document"));
attempt(() => parent.framegatePagePort && succeed("hosts-port"));
attempt(() => parent[Symbol.for("framegate.agent")] && succeed("hosts-agent"));
attempt(() => globalThis.framegatePagePort && succeed("own-port"));
attempt(() => opener && succeed("opener"));
attempt(() => parent.frames[0].location.reload === undefined && succeed("frames"));
for (const message of [{ ok: true, draws: 0 }, { kind: "ready" }, "framegate", null]) parent.postMessage(message, "*");
