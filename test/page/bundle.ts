import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Builds a test page's entry, with everything it imports, into one script. */
export async function bundle(entry: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(entry), formats: ["iife"], name: "underTest" },
    },
  });
  const [chunk] = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  if (chunk?.type !== "chunk") throw new Error(`${entry.href} was not built.`);
  return chunk.code;
}
