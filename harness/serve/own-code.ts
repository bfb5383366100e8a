import { join } from "node:path";
import { distDir } from "../package-root.ts";

/** The path of a built module of Framegate, as code. */
export function own(file: string): string {
  return quote(join(distDir, "src", file));
}

/** A text as code. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
