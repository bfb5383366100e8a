import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../harness/package-root.ts";

const execute = promisify(execFile);

interface Manifest {
  readonly bin: { readonly framegate: string };
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/**
 * Packs this package and installs it into a folder. Stands in for `npm install` without a network: links the packages
 * that an installation without development dependencies has, and no others, so that a missing dependency shows.
 */
export async function installPackage(folder: string): Promise<void> {
  await execute("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: packageRoot });
  const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "some-game", private: true, type: "module" }));
  const target = join(folder, "node_modules/framegate");
  mkdirSync(target, { recursive: true });
  await execute("tar", ["-xzf", join(folder, tarball), "--strip-components=1", "-C", target]);
  const { packages } = JSON.parse(readFileSync(join(packageRoot, "package-lock.json"), "utf8")) as LockFile;
  const names = Object.entries(packages).flatMap(([path, { dev = false }]) => {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    // An optional dependency may not exist for this platform.
    return name !== undefined && !dev && existsSync(join(packageRoot, path)) ? [name] : [];
  });
  linkPackages(folder, names);
  const manifest = JSON.parse(readFileSync(join(target, "package.json"), "utf8")) as Manifest;
  const bin = join(target, manifest.bin.framegate);
  const executable = join(folder, "node_modules/.bin/framegate");
  mkdirSync(dirname(executable));
  symlinkSync(bin, executable);
  chmodSync(bin, 0o755);
}

/** Links packages of this repository into the `node_modules` of a folder. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(packageRoot, "node_modules", name), path);
  }
}
