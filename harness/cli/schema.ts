import type { Command } from "commander";
import { editorSchemaOf, fileFormats, type FormatName, formatNames } from "../../src/formats/json-schema.ts";
import { nearestName } from "../../src/formats/nearest-name.ts";
import { FramegateError } from "../errors.ts";
import type { CommandIo } from "./io.ts";

/** Defines `framegate schema`: prints the JSON Schema of a format, or lists the formats. */
export function defineSchema(program: Command, io: CommandIo): void {
  program
    .command("schema")
    .description("print the JSON Schema of a file format, or list the formats")
    .argument("[format]", formatNames.join(", "))
    .option("--json", "list the formats as JSON; a schema is JSON with or without it")
    .addHelpText("after", "\nExamples:\n  framegate schema\n  framegate schema manifest > manifest.schema.json")
    .action((name: string | undefined, options: { readonly json?: true }) => {
      if (name === undefined) io.stdout.write(options.json === true ? listAsJson() : listAsText());
      else io.stdout.write(renderSchema(findFormat(name)));
    });
}

/** The JSON Schema of a format, for `framegate schema` and for `schemas/`. */
export function renderSchema(name: FormatName): string {
  return `${JSON.stringify(editorSchemaOf(name), null, 2)}\n`;
}

/** The path of a schema, relative to the package. */
export function schemaPath(name: FormatName): string {
  return `schemas/${name}.json`;
}

function findFormat(name: string): FormatName {
  const found = formatNames.find((known) => known === name);
  if (found !== undefined) return found;
  throw new FramegateError("unknown-schema", {
    name,
    nearest: nearestName(name, formatNames),
    names: formatNames.join(", "),
  });
}

function listAsText(): string {
  const nameWidth = Math.max(...formatNames.map((name) => name.length));
  const fileWidth = Math.max(...formatNames.map((name) => fileFormats[name].fileName.length));
  return formatNames
    .map(
      (name) =>
        `${name.padEnd(nameWidth)}  ${fileFormats[name].fileName.padEnd(fileWidth)}  framegate/${schemaPath(name)}\n`,
    )
    .join("");
}

function listAsJson(): string {
  const schemas = formatNames.map((name) => {
    const { title, fileName } = fileFormats[name];
    return { name, title, fileName, module: `framegate/${schemaPath(name)}` };
  });
  return `${JSON.stringify({ schemas }, null, 2)}\n`;
}
