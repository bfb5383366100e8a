import { orNull } from "../findings/scan-error.ts";

/** The value of a JSON text. Null for invalid JSON. */
export function parseJson(text: string | null): unknown {
  return text === null ? null : orNull((): unknown => JSON.parse(text));
}

export function property(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
