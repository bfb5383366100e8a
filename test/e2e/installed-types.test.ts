import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packageRoot } from "../../harness/package-root.ts";
import { installPackage, linkPackages } from "./install-package.ts";

const execute = promisify(execFile);

it.each([
  {
    runtime: "three",
    packages: ["three", "@types/three"],
    code: 'import type { ThreeContext } from "framegate/three";\nexport const setup = (ctx: ThreeContext): unknown => ctx.scene.clear();',
  },
  {
    runtime: "pixi.js",
    packages: ["pixi.js"],
    code: 'import type { PixiContext } from "framegate/pixi";\nexport const setup = (ctx: PixiContext): unknown => ctx.stage.removeChildren();',
  },
])("the published types compile without skipLibCheck beside $runtime alone", async ({ packages, code }) => {
  const folder = mkdtempSync(join(tmpdir(), "framegate-e2e-types-"));
  try {
    await installPackage(folder);
    linkPackages(folder, packages);
    const compilerOptions = {
      ...{ module: "NodeNext", strict: true, noEmit: true, types: [] },
      // TypeScript's own declarations need no check.
      ...{ skipLibCheck: false, skipDefaultLibCheck: true },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["game.ts", "tool.ts"] }));
    writeFileSync(join(folder, "game.ts"), `import "framegate/react";\nimport "framegate";\n${code}\n`);
    writeFileSync(
      join(folder, "tool.ts"),
      'export { runGame } from "framegate/harness";\nexport { runScan } from "framegate/scanner";\n',
    );
    const compiler = join(packageRoot, "node_modules/typescript/bin/tsc");
    const { stdout } = await execute(process.execPath, [compiler, "-p", folder]).catch(
      (thrown: unknown) => thrown as { stdout: string },
    );
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
