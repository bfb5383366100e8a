import { checkInputMap } from "./check-input-map.ts";
import type { Validation } from "./diagnostics.ts";
import { restoreName } from "./explain-issues.ts";
import { type InputMap, inputMapSchema } from "./input-map-schema.ts";
import type { JsonNode } from "./json-text.ts";
import { validateDocument } from "./validate-document.ts";

export type { Binding, InputAction, InputMap, ValueType } from "./input-map-schema.ts";

export interface InputMapOptions {
  /** Reports a missing `valueType` as an error. Otherwise it is a warning and means digital. */
  readonly strict?: boolean;
}

/** Checks the text of an input map and fills in its defaults. Never throws. */
export function validateInputMap(text: string, options: InputMapOptions = {}): Validation<InputMap> {
  const strict = options.strict ?? false;
  const rules = { overrides: () => [], checks: (root: JsonNode) => checkInputMap(root, strict) };
  const validation = validateDocument(text, inputMapSchema, rules);
  if (!validation.ok) return validation;
  const { version, actions } = validation.value.parsed;
  const entries = Object.entries(actions).map(([name, action]) => [restoreName(name), action] as const);
  // Unlike assignment, `fromEntries` makes every name an own property, even `__proto__`.
  return { ...validation, value: { version, actions: Object.fromEntries(entries) } };
}
