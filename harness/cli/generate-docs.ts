import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packageRoot } from "../package-root.ts";
import { generatedFiles } from "./generated-files.ts";

for (const { path, render } of generatedFiles) {
  const file = join(packageRoot, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, render());
}
