import { seededRandom } from "../../../harness/fixtures/seeded-random.ts";

/** A callback that logs its id and then starts its children, each by a mechanism of the page. */
export interface Step {
  readonly id: string;
  /** A key of `mechanisms` in program-page.ts. */
  readonly mechanism: string;
  readonly children: readonly Step[];
}

/** Mechanisms by what they belong to. */
export const families: Readonly<Record<string, readonly string[]>> = {
  tasks: ["micro", "then", "deep", "timer", "later", "raf", "port", "shared", "message", "task", "urgent", "continue"],
  events: ["toggle", "popover", "dialog", "select", "scroll", "observer", "resize", "animation", "hash"],
  frames: ["fmicro", "ftimer", "fraf", "fmessage", "fparent", "fport", "ftask", "ftoggle", "fselect", "fscroll"],
};

const deepest = 3;

/** A random program: what it starts, by mechanisms of the families, most often the first of them. */
export function randomProgram(seed: number, names: readonly string[]): readonly Step[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let last = 0;
  const steps = (depth: number): readonly Step[] => {
    const count = depth === 0 ? 2 + Math.floor(random() * 4) : Math.floor(random() * (deepest + 1 - depth));
    return Array.from({ length: count }, () => {
      const mechanism = pick(families[pick(names)] ?? []);
      last += 1;
      return { id: `${mechanism}${String(last)}`, mechanism, children: depth < deepest ? steps(depth + 1) : [] };
    });
  };
  return steps(0);
}

/** Every program that has one step less: without the step and its children, or with its children in its place. */
export function smallerPrograms(steps: readonly Step[]): readonly (readonly Step[])[] {
  return steps.flatMap((step, index) => [
    steps.toSpliced(index, 1),
    ...(step.children.length > 0 ? [steps.toSpliced(index, 1, ...step.children)] : []),
    ...smallerPrograms(step.children).map((children) => steps.toSpliced(index, 1, { ...step, children })),
  ]);
}

/** Such as `timer1 port2{micro3 raf4}`. */
export function programText(steps: readonly Step[]): string {
  return steps.map(({ id, children }) => (children.length > 0 ? `${id}{${programText(children)}}` : id)).join(" ");
}

/** Reads what `programText` wrote. */
export function parseProgram(text: string): readonly Step[] {
  const open: Step[][] = [[]];
  for (const [token] of text.matchAll(/[a-z]+\d+|[{}]/gu)) {
    const steps = open.at(-1)!;
    if (token === "{") {
      const children: Step[] = [];
      steps.push({ ...steps.pop()!, children });
      open.push(children);
    } else if (token === "}") open.pop();
    else steps.push({ id: token, mechanism: token.replace(/\d+$/u, ""), children: [] });
  }
  return open[0]!;
}
