// Writes harness/browser/embedded-hashes.ts: the SHA-256 of each file of the embedded browser, packed and unpacked. Run
// it after a new version of @sparticuz/chromium is in the lock file; npm has checked the package's own hash on
// installation.
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";
import { projectFolder } from "./bootstrap.mjs";

const packageFolder = join(projectFolder, "node_modules/@sparticuz/chromium");
const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
const archives = readdirSync(join(packageFolder, "bin")).sort();
const unpackedFolder = mkdtempSync(join(tmpdir(), "framegate-hash-browser-"));
try {
  for (const name of archives) {
    const isTar = name.endsWith(".tar.br");
    const target = isTar ? extract(unpackedFolder) : createWriteStream(join(unpackedFolder, basename(name, ".br")));
    await pipeline(createReadStream(join(packageFolder, "bin", name)), createBrotliDecompress(), target);
  }
  const packed = archives.map((name) => [name, hashOf(join(packageFolder, "bin", name))]);
  const unpacked = readdirSync(unpackedFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(unpackedFolder.length + 1), hashOf(path)])
    // Framegate writes its own fonts.conf.
    .filter(([path]) => path !== "fonts.conf");
  writeFileSync(join(projectFolder, "harness/browser/embedded-hashes.ts"), render(packed, unpacked));
} finally {
  rmSync(unpackedFolder, { recursive: true, force: true });
}

function hashOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function render(packed, unpacked) {
  const lines = (entries) => entries.map(([path, hash]) => `  ${JSON.stringify(path)}: "${hash}",`).join("\n");
  return `// Written by scripts/hash-browser.mjs.

/** The version of @sparticuz/chromium that the hashes are of. */
export const embeddedVersion = "${version}";

/** The SHA-256 of each archive of the package. */
export const packedHashes: Readonly<Record<string, string>> = {
${lines(packed)}
};

/** The SHA-256 of each file in them. */
export const unpackedHashes: Readonly<Record<string, string>> = {
${lines(unpacked)}
};
`;
}
