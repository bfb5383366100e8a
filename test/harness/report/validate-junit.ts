import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";

const schema = readFileSync(join(import.meta.dirname, "junit.xsd"), "utf8");

/** Errors that a validator finds in a JUnit report, against the schema that CI services use. */
export async function mistakesInJunit(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ message }) => message);
}
