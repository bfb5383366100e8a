import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licences and notices of the packages that these modules belong to. They must ship with the code. */
export function licensesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((path) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/u.exec(path) ?? []),
  );
  return [...folders].sort().map(licenseOf).join("\n---\n\n");
}

function licenseOf(folder: string): string {
  const names = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|thirdpartynotice)/iu.test(file));
  const texts = names.sort().map((name) => readFileSync(join(folder, name), "utf8").trim());
  const name = folder.slice(folder.lastIndexOf("node_modules") + "node_modules/".length).replaceAll("\\", "/");
  // A few packages have no licence file. Their package.json and readme say the same.
  return `${name}\n\n${texts.length > 0 ? texts.join("\n\n") : declaredLicense(folder)}\n`;
}

function declaredLicense(folder: string): string {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const license = /"license":\s*"([^"]+)"/u.exec(text)?.[1];
  if (license === undefined) throw new Error(`${folder} has no licence.`);
  const author = /"author":\s*(?:\{\s*"name":\s*)?"([^"]+)"/u.exec(text)?.[1];
  return `${license} License${author === undefined ? "" : `, by ${author}`}`;
}
