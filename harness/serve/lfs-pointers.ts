import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { type Handler, servedFile } from "./serve-files.ts";
import { isRead } from "./send-file.ts";

// The first line of a pointer, and its greatest length: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
const firstLine = "version https://git-lfs.github.com/spec/v1\n";
const lengthMax = 1024;

/**
 * Answers nothing, and reports each request for a file that is a pointer of Git LFS: a clone has it in place of a file
 * that was not fetched. A page gets it like any other file, and can make nothing of it.
 */
export function watchLfsPointers(folder: string, root: string, onPointer: (request: IncomingMessage) => void): Handler {
  return (request, _response, next) => {
    const file = isRead(request) ? servedFile(request.url ?? "/", folder, root) : null;
    if (file !== null && isLfsPointer(file)) onPointer(request);
    next();
  };
}

function isLfsPointer(file: string): boolean {
  try {
    return statSync(file).size < lengthMax && readFileSync(file, "latin1").startsWith(firstLine);
  } catch {
    // The server that sends it reports why it cannot be read.
    return false;
  }
}
