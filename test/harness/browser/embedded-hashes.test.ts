import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashFile } from "../../../harness/browser/check-unpacked.ts";
import { embeddedVersion, fontPackages, packedHashes } from "../../../harness/browser/embedded-hashes.ts";
import { canRunEmbedded, findEmbeddedPackage } from "../../../harness/browser/embedded-package.ts";
import { packageRoot } from "../../../harness/package-root.ts";

describe("the hashes of the embedded browser", () => {
  it("are of the version that an installation gets", () => {
    const description: { optionalDependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(packageRoot, "package.json"), "utf8"),
    );
    const fonts = fontPackages.map(({ name, version }) => [name, version]);
    expect(description.optionalDependencies).toEqual({
      "@sparticuz/chromium": embeddedVersion,
      ...Object.fromEntries(fonts),
    });
  });

  it.skipIf(!canRunEmbedded(process.platform, process.arch))("are of the files that npm has installed", async () => {
    const embedded = await findEmbeddedPackage();
    expect(embedded).not.toBeNull();
    for (const [name, hash] of Object.entries(packedHashes)) {
      expect(await hashFile(join(embedded?.binFolder ?? "", name)), name).toBe(hash);
    }
    for (const { path, hash } of embedded?.fonts ?? []) expect(await hashFile(path), path).toBe(hash);
    expect(embedded?.fonts.length).toBeGreaterThan(0);
  });
});
