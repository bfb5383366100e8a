/** Something that the reader of a guide does: saves a file, or runs commands. */
export type GuideStep =
  | { readonly kind: "file"; readonly path: string; readonly text: string }
  | { readonly kind: "shell"; readonly code: string; readonly exitCode: number };

const fence = /^```(\w*)\n([\s\S]*?)^```$/gmu;
/** The name of a file in the text before its fence: "`src/game.js`:". */
const fileName = /`([\w./-]+\.(?:html|js|json|mjs|ts))`:\s*$/u;
const expectedExit = /# exits with (\d+)$/u;

/**
 * The steps of a guide, in order. A fence after "`path`:" is a file. A line of an `sh` fence that ends with
 * "# exits with N" is a step of its own; the others of the fence are one step, which must succeed.
 */
export function readGuide(markdown: string): readonly GuideStep[] {
  return Array.from(markdown.matchAll(fence)).flatMap((match): readonly GuideStep[] => {
    const [, language = "", text = ""] = match;
    if (language === "sh") return shellSteps(text);
    const path = fileName.exec(markdown.slice(0, match.index))?.[1];
    return path === undefined ? [] : [{ kind: "file", path, text }];
  });
}

function shellSteps(code: string): readonly GuideStep[] {
  const steps: GuideStep[] = [];
  let lines: string[] = [];
  const endStep = (): void => {
    if (lines.length > 0) steps.push({ kind: "shell", code: lines.join("\n"), exitCode: 0 });
    lines = [];
  };
  for (const line of code.trimEnd().split("\n")) {
    const exitCode = expectedExit.exec(line)?.[1];
    if (exitCode === undefined) {
      lines.push(line);
      continue;
    }
    endStep();
    steps.push({ kind: "shell", code: line, exitCode: Number(exitCode) });
  }
  endStep();
  return steps;
}
