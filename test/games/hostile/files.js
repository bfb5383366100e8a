"use strict";
// Attempts to read others' files. One that succeeds requests `read/NAME`, which the report then lists as missing.

const query = new URLSearchParams(location.search);
const secret = /do not read this/;

function succeed(name) {
  new Image().src = `read/${name}`;
}

function judge(name, text) {
  if (secret.test(text)) succeed(name);
}

const paths = {
  "hidden-file": "/.env",
  "hidden-file-encoded": "/%2eenv",
  "hidden-file-encoded-whole": "/%2e%65%6e%76",
  "hidden-file-after-two-slashes": "//.env",
  "hidden-folder": "/.git/config",
  "hidden-folder-encoded-slash": "/.git%2fconfig",
  "hidden-folder-backslash": "/.git%5cconfig",
  "hidden-folder-below": "/assets/.hidden/secret.txt",
  "folder-above": "/..%2fsecret.txt",
  "folder-above-encoded": "/%2e%2e%2fsecret.txt",
  "folder-above-encoded-twice": "/%252e%252e%252fsecret.txt",
  "folder-above-backslash": "/..%5csecret.txt",
  "folder-above-overlong": "/%c0%ae%c0%ae/secret.txt",
  "folder-above-below": "/assets/..%2f..%2fsecret.txt",
  "absolute-path": `/${encodeURIComponent(query.get("secret"))}`,
  "zero-byte": "/.env%00.png",
  "link-to-file": "/link.txt",
  "link-to-folder": "/linked/secret.txt",
  "link-to-hidden-file": "/hidden-link.txt",
  "link-to-hidden-folder": "/hidden-link/config",
  "link-as-package": "/node_modules/outside/secret.txt",
  "hosts-page": "http://game.framegate.localhost/.env",
  "hosts-game-folder": "http://game.framegate.localhost/__game/.env",
  "folder-of-framegate": "http://game.framegate.localhost/framegate/..%2f..%2fpackage.json",
};

for (const [name, path] of Object.entries(paths)) {
  fetch(path).then(
    async (response) => judge(name, await response.text()),
    () => undefined,
  );
}

// One that works, so that the others are known to have been tried.
fetch("given.txt").then(async (response) => {
  if ((await response.text()) === "given") succeed("a-file-of-the-game");
});

fetch("/.env", { method: "POST", body: "a" }).then(async (response) => judge("hidden-file-post", await response.text()));
fetch("/.env", { headers: { Range: "bytes=0-50" } }).then(async (response) =>
  judge("hidden-file-range", await response.text()),
);

const file = `file://${query.get("secret")}`;
const request = new XMLHttpRequest();
request.onload = () => judge("file-xhr", request.responseText);
request.open("GET", file);
request.send();
fetch(file).then(
  async (response) => judge("file-fetch", await response.text()),
  () => undefined,
);
const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = file;
sheet.onload = () => succeed("file-style");
document.head.append(sheet);
for (const scheme of ["file://", "view-source:file://", "filesystem:file://", "chrome://version/?", "devtools://devtools/"]) {
  const name = `window-${scheme.replace(/\W+/g, "-")}`;
  try {
    const opened = open(scheme + query.get("secret"));
    opened.onload = () => judge(name, opened.document.body.textContent);
  } catch {
    // No such window, or one of another origin.
  }
}

import(`file://${query.get("module")}`).then(
  () => succeed("file-import"),
  () => undefined,
);
for (const name of ["iframe", "object", "embed"]) {
  const made = document.createElement(name);
  made[name === "object" ? "data" : "src"] = file;
  document.body.append(made);
}
