import { createHash } from "node:crypto";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { pack } from "tar-fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmbeddedPackage } from "../../../harness/browser/embedded-package.ts";
import { unpackEmbedded } from "../../../harness/browser/unpack-embedded.ts";

const compress = promisify(brotliCompress);
let folder: string;
let embedded: EmbeddedPackage;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "framegate-unpack-"));
  embedded = await makePackage(join(folder, "package"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe("unpackEmbedded", () => {
  it("puts the binary, its libraries and its fonts in the right places", async () => {
    const unpacked = await unpackEmbedded(embedded, cacheIn("cache"));
    expect(await readFile(unpacked.executablePath, "utf8")).toBe("the binary");
    expect((await stat(unpacked.executablePath)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(unpacked.libraryPath, "libnss3.so"), "utf8")).toBe("nss");
    expect(await readFile(join(unpacked.fontPath, "fonts", "Open.ttf"), "utf8")).toBe("font");
    expect(await readFile(join(unpacked.fontPath, "fonts", "Mono.ttf"), "utf8")).toBe("letters");
    // It must lie beside the binary, or WebGL is null.
    expect(await readFile(join(unpacked.executablePath, "..", "libvulkan.so.1"), "utf8")).toBe("vulkan");
  });

  it("replaces the package's font configuration, which names the shared temporary folder", async () => {
    const { fontPath } = await unpackEmbedded(embedded, cacheIn("cache"));
    const conf = await readFile(join(fontPath, "fonts.conf"), "utf8");
    expect(conf).not.toContain("/tmp");
    expect(conf).toContain('<dir prefix="relative">fonts</dir>');
  });

  it("keeps others out of the folder", async () => {
    const { fontPath } = await unpackEmbedded(embedded, cacheIn("cache"));
    expect((await stat(fontPath)).mode & 0o777).toBe(0o700);
  });

  it("does not unpack twice", async () => {
    let unpacked = 0;
    const onUnpack = (): void => {
      unpacked += 1;
    };
    const first = await unpackEmbedded(embedded, cacheIn("cache"), { onUnpack });
    await rm(embedded.binFolder, { recursive: true });
    expect(await unpackEmbedded(embedded, cacheIn("cache"), { onUnpack })).toEqual(first);
    expect(unpacked).toBe(1);
  });

  it("lets several processes unpack at once and leaves one complete folder", async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, async () => await unpackEmbedded(embedded, cacheIn("cache"))),
    );
    expect(new Set(all.map(({ executablePath }) => executablePath)).size).toBe(1);
    expect(await readdir(join(folder, "cache", "browser"))).toEqual([embedded.key]);
  });

  it.each(["chromium.br", "swiftshader.tar.br"])("leaves nothing behind when %s is truncated", async (name) => {
    const path = join(embedded.binFolder, name);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length / 2));
    await expect(unpackEmbedded(embedded, cacheIn("cache"))).rejects.toMatchObject({
      code: "browser-package-changed",
      exitCode: 6,
    });
    expect(await readdir(join(folder, "cache", "browser"))).toEqual([]);
  });

  it("refuses an archive with other content of the same size", async () => {
    const path = join(embedded.binFolder, "chromium.br");
    await writeFile(path, await compress("THE BINARY"));
    await expect(unpackEmbedded(embedded, cacheIn("cache"))).rejects.toMatchObject({
      code: "browser-package-changed",
      exitCode: 6,
      message: expect.stringContaining(path),
    });
    expect(await readdir(join(folder, "cache", "browser"))).toEqual([]);
  });

  it.each([
    ["other content of the same size and time", changeInPlace],
    [
      "an extra file, which the browser could load",
      async (path: string) => await writeFile(join(path, "lib/more.so"), ""),
    ],
    ["a link in place of a file", replaceByLink],
    ["a file less", async (path: string) => await rm(join(path, "lib/libnss3.so"))],
  ])("unpacks again a folder with %s", async (_what, change) => {
    const { fontPath } = await unpackEmbedded(embedded, cacheIn("cache"));
    const before = await readdir(fontPath, { recursive: true });
    await change(fontPath);
    await unpackEmbedded(embedded, cacheIn("cache"));
    expect(await readFile(join(fontPath, "lib/libnss3.so"), "utf8")).toBe("nss");
    expect(await readdir(fontPath, { recursive: true })).toEqual(before);
  });

  it("keeps a copied folder, once its content is verified", async () => {
    const { fontPath, executablePath } = await unpackEmbedded(embedded, cacheIn("cache"));
    await rename(fontPath, `${fontPath}-there`);
    await cp(`${fontPath}-there`, fontPath, { recursive: true });
    await chmod(fontPath, 0o700);
    const { ino } = await stat(executablePath);
    await rm(embedded.binFolder, { recursive: true });
    await unpackEmbedded(embedded, cacheIn("cache"));
    expect((await stat(executablePath)).ino).toBe(ino);
    const record = await readFile(join(fontPath, "checked.json"), "utf8");
    expect(record).toContain(String(ino));
  });

  it("leaves nothing behind when it is interrupted", async () => {
    const controller = new AbortController();
    const unpacking = unpackEmbedded(embedded, cacheIn("cache"), { signal: controller.signal });
    controller.abort();
    await expect(unpacking).rejects.toMatchObject({ code: "interrupted" });
    expect(await readdir(join(folder, "cache", "browser"))).toEqual([]);
  });

  it("removes an older partial folder, but not one in progress", async () => {
    const parent = join(folder, "cache", "browser");
    await mkdir(join(parent, "old.partial-1"), { recursive: true });
    await mkdir(join(parent, "new.partial-2"));
    await utimes(join(parent, "old.partial-1"), 0, 0);
    await unpackEmbedded(embedded, cacheIn("cache"));
    expect((await readdir(parent)).sort()).toEqual([embedded.key, "new.partial-2"].sort());
  });

  it("unpacks again when a cache cleaner has removed the binary", async () => {
    const { executablePath } = await unpackEmbedded(embedded, cacheIn("cache"));
    await rm(executablePath);
    await unpackEmbedded(embedded, cacheIn("cache"));
    expect(await readFile(executablePath, "utf8")).toBe("the binary");
  });

  it("does not trust a folder that others can write to", async () => {
    const { fontPath } = await unpackEmbedded(embedded, cacheIn("cache"));
    await chmod(fontPath, 0o777);
    await expect(unpackEmbedded(embedded, cacheIn("cache"))).rejects.toMatchObject({
      code: "browser-unpack-failed",
      message: expect.stringContaining("others can write"),
    });
  });

  it("reports a cache folder that cannot be created", async () => {
    await writeFile(join(folder, "cache"), "a file");
    await expect(unpackEmbedded(embedded, cacheIn("cache"))).rejects.toMatchObject({ code: "browser-unpack-failed" });
  });

  it("uses XDG_CACHE_HOME if no folder is named", async () => {
    const { executablePath } = await unpackEmbedded(embedded, { XDG_CACHE_HOME: folder });
    expect(executablePath).toBe(join(folder, "framegate", "browser", embedded.key, "chromium"));
  });
});

function cacheIn(name: string): { readonly FRAMEGATE_CACHE: string } {
  return { FRAMEGATE_CACHE: join(folder, name) };
}

/** A package like the real one, with archives that unpack quickly. */
async function makePackage(path: string): Promise<EmbeddedPackage> {
  const binFolder = join(path, "bin");
  await mkdir(binFolder, { recursive: true });
  await writeFile(join(binFolder, "chromium.br"), await compress("the binary"));
  const libraries = { "lib/libnss3.so": "nss" };
  const drivers = { "libvulkan.so.1": "vulkan", "vk_swiftshader_icd.json": noise() };
  const fonts = { "fonts.conf": "<dir>/tmp/fonts</dir>", "fonts/Open.ttf": "font" };
  await writeArchive(path, "al2023", libraries);
  await writeArchive(path, "swiftshader", drivers);
  await writeArchive(path, "fonts", fonts);
  await writeFile(join(path, "Mono.ttf"), "letters");
  const mono = { path: join(path, "Mono.ttf"), unpackedPath: "fonts/Mono.ttf", hash: sha256("letters") };
  const contents: Readonly<Record<string, string>> = {
    chromium: "the binary",
    ...libraries,
    ...drivers,
    ...fonts,
    [mono.unpackedPath]: "letters",
  };
  const unpacked = Object.fromEntries(Object.entries(contents).map(([name, text]) => [name, sha256(text)]));
  delete unpacked["fonts.conf"];
  const packed: Record<string, string> = {};
  for (const name of await readdir(binFolder)) packed[name] = sha256(await readFile(join(binFolder, name)));
  return { binFolder, key: "1.2.3-abc", packed, fonts: [mono], unpacked };
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Changes a file without changing its size or mtime, like an attacker. */
async function changeInPlace(path: string): Promise<void> {
  const file = join(path, "lib/libnss3.so");
  const { atime, mtime } = await stat(file);
  await writeFile(file, "bad");
  await utimes(file, atime, mtime);
}

async function replaceByLink(path: string): Promise<void> {
  await rename(join(path, "lib/libnss3.so"), join(path, "../libnss3.so"));
  await symlink("../../libnss3.so", join(path, "lib/libnss3.so"));
}

async function writeArchive(path: string, name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const source = join(path, name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(source, file, ".."), { recursive: true });
    await writeFile(join(source, file), text);
  }
  await writeFile(join(path, "bin", `${name}.tar.br`), await compress(await buffer(pack(source))));
}

/** Incompressible text, so that half of the archive is half of its content. */
function noise(): string {
  return Array.from({ length: 2_000 }, (_, index) => createHash("sha256").update(String(index)).digest("base64")).join(
    "",
  );
}
