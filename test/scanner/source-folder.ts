import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runScan, type ScanOptions, type ScanResult } from "../../scanner/run-scan.ts";

export interface SourceFolder extends Disposable {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): void;
  scan(options?: Partial<ScanOptions> & { readonly named?: readonly string[] }): Promise<ScannedFolder>;
}

/** What a scan found, with the lines of code that a list of it shows. */
export interface ScannedFolder extends Omit<ScanResult, "readLine"> {
  readonly lines: readonly (string | null)[];
}

/** A temporary folder with these files in it, to be scanned. */
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
      const { readLine, ...result } = await runScan(named, { cwd: path, ...options });
      // Only a scan with a cache has grounds, which is no difference in what it found.
      return { ...result, grounds: null, lines: result.findings.map(({ file, line }) => readLine(file, line)) };
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
