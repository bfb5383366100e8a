import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";

const schema = readFileSync(join(import.meta.dirname, "junit.xsd"), "utf8");

/** The mistakes that a validator finds in a JUnit report, against what build servers read. */
export async function mistakesInJunit(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ message }) => message);
}
