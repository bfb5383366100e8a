import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../harness/package-root.ts";
import { referenceTables } from "./reference-tables.ts";
import { renderRowDocs } from "./row-docs.ts";

writeFileSync(join(packageRoot, "docs/reference-rows.md"), renderRowDocs(referenceTables));
