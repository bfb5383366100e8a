// Compiles scanner/assembly to WebAssembly and writes it into scanner/text/assembly-code.ts; with --check, says whether it is there.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import asc from "assemblyscript/asc";

const root = join(import.meta.dirname, "..");
const target = "scanner/text/assembly-code.ts";

const flags = [
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--use",
  "abort=",
  "--enable",
  "simd",
  "--importMemory",
  "--zeroFilledMemory",
  "--noExportMemory",
];
const binary = await compile(["scanner/assembly/clear-bytes.ts", ...flags]);
const text = [
  "/** `assembly/`, compiled by `npm run assembly`. */",
  `export const assemblyCode = "${Buffer.from(binary).toString("base64")}";`,
  "",
].join("\n");

if (!process.argv.includes("--check")) {
  writeFileSync(join(root, target), text);
  console.log(`${target}: ${binary.length} bytes of WebAssembly`);
} else if (readFileSync(join(root, target), "utf8") !== text) {
  console.error(`${target} is not what \`npm run assembly\` writes.`);
  process.exitCode = 1;
}

/** @returns {Promise<Uint8Array>} */
async function compile(args) {
  const written = new Map();
  const { error, stderr } = await asc.main([...args, "--outFile", "binary"], {
    readFile: (name, base) => readIfThere(join(root, base === "." ? "" : base, name)),
    writeFile: (name, content) => void written.set(name, content),
    listFiles: () => null,
  });
  if (error !== null) throw new Error(stderr.toString() || error.message, { cause: error });
  return written.get("binary");
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
