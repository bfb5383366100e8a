import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../package-root.ts";
import { renderCommandDocs, renderErrorDocs } from "./command-docs.ts";

const docsDir = join(packageRoot, "docs");

await mkdir(docsDir, { recursive: true });
await writeFile(join(docsDir, "commands.md"), renderCommandDocs());
await writeFile(join(docsDir, "errors.md"), renderErrorDocs());
