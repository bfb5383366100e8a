import type { z } from "zod";
import type { inputMapSchema } from "./input-map-schema.ts";
import type { DeepReadonly } from "./read-only.ts";

/** `framegate.input.json` with its defaults filled in; as such it is itself a valid file. */
export type InputMap = DeepReadonly<z.output<typeof inputMapSchema>>;

export type InputAction = InputMap["actions"][string];

export type ValueType = InputAction["valueType"];

/** One of the twelve ways to feed an action, told apart by `type`. */
export type Binding = InputAction["bindings"][number];

export type BindingType = Binding["type"];
