import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod/mini";
import { packageRoot } from "../../harness/package-root.ts";

const texts = z.record(z.string(), z.string());

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.array(
      z.object({
        name: z.string(),
        id: z.optional(z.string()),
        if: z.optional(z.string()),
        uses: z.optional(z.string()),
        with: z.optional(texts),
        shell: z.optional(z.string()),
        "working-directory": z.optional(z.string()),
        env: z.optional(texts),
        run: z.optional(z.string()),
      }),
    ),
  }),
});

/** The action in this repository. */
export const action = actionSchema.parse(parse(readFileSync(join(packageRoot, "action.yml"), "utf8")));

/** A step of the action. */
export type ActionStep = (typeof action)["runs"]["steps"][number];

/** Values that expressions can read, by full name: `inputs.games`. */
export type ActionContext = Readonly<Record<string, string>>;

/** Substitutes the expressions in a text. Supports only the parts of the expression language that the action uses. */
export function fillIn(text: string, context: ActionContext): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/gu, (_all, name: string) => valueOf(name, context));
}

/** Whether a step runs, given whether an earlier one has failed. */
export function isRun({ if: condition }: ActionStep, context: ActionContext, hasFailed: boolean): boolean {
  if (condition === undefined) return !hasFailed;
  const terms = condition.replace(/^\$\{\{ (.*) \}\}$/u, "$1").split(" && ");
  const holds = terms.every((term) => {
    if (term === "always()") return true;
    const [, name = "", wanted = ""] = /^([\w.-]+) == '([^']*)'$/u.exec(term) ?? [];
    return valueOf(name, context) === wanted;
  });
  return holds && (!hasFailed || terms.includes("always()"));
}

function valueOf(name: string, context: ActionContext): string {
  const value = context[name];
  if (value === undefined) throw new Error(`The test has no value for ${name}.`);
  return value;
}
