import { readFile } from "node:fs/promises";
import { Ajv } from "ajv";

const schemaUrl = new URL(import.meta.resolve("framegate/schemas/manifest.json"));
const validate = new Ajv().compile(JSON.parse(await readFile(schemaUrl, "utf8")));
const manifest = JSON.parse(await readFile("docs/examples/three-game/framegate.game.json", "utf8"));
console.log(validate(manifest)); // true
