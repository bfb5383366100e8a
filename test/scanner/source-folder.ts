import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ForeignKind } from "../../scanner/findings/foreign-kind.ts";
import { runScan, type ScanOptions, type ScanResult } from "../../scanner/run-scan.ts";

export interface SourceFolder extends Disposable {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): void;
  scan(options?: Partial<ScanOptions> & { readonly named?: readonly string[] }): Promise<ScannedFolder>;
}

/** The result of a scan, with the lines and file kinds that the list report would look up. */
export interface ScannedFolder extends Omit<ScanResult, "readLine" | "foreignKindOf"> {
  readonly lines: readonly (string | null)[];
  readonly foreignKinds: readonly (ForeignKind | null)[];
}

/** Creates a temporary folder with these files. */
export function createSourceFolder(files: Readonly<Record<string, string>> = {}): SourceFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "framegate-scan-")));
  const folder: SourceFolder = {
    path,
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
    },
    async scan({ named = ["."], ...options } = {}) {
      const { readLine, foreignKindOf, ...result } = await runScan(named, { cwd: path, ...options });
      return {
        ...result,
        lines: result.findings.map(({ file, line }) => readLine(file, line)),
        foreignKinds: result.findings.map(({ file }) => foreignKindOf(file)),
      };
    },
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true });
    },
  };
  folder.write(files);
  return folder;
}

/** `src/a.ts:1 Math.random` for each finding. */
export function briefly({ findings }: Pick<ScanResult, "findings">): readonly string[] {
  return findings.map(({ file, line, api }) => `${file}:${String(line)} ${api}`);
}
