import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../harness/package-root.ts";
import { allKinds } from "./all-cells.ts";
import { renderCellDocs } from "./cell-docs.ts";

writeFileSync(join(packageRoot, "docs/held.md"), renderCellDocs(allKinds));
