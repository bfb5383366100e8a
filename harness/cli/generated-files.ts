import { formatNames } from "../../src/formats/json-schema.ts";
import { renderApiDocs } from "./api-docs.ts";
import { renderCommandDocs, renderErrorDocs } from "./command-docs.ts";
import { renderFormatDocs } from "./format-docs.ts";
import { renderMetricDocs } from "./metric-docs.ts";
import { renderSchema, schemaPath } from "./schema.ts";

interface GeneratedFile {
  /** Relative to the package's folder. */
  readonly path: string;
  readonly render: () => string;
}

/** The files that `npm run docs` writes. */
export const generatedFiles: readonly GeneratedFile[] = [
  { path: "docs/api.md", render: renderApiDocs },
  { path: "docs/commands.md", render: renderCommandDocs },
  { path: "docs/errors.md", render: renderErrorDocs },
  { path: "docs/formats.md", render: renderFormatDocs },
  { path: "docs/metrics.md", render: renderMetricDocs },
  ...formatNames.map((name) => ({ path: schemaPath(name), render: () => renderSchema(name) })),
];
