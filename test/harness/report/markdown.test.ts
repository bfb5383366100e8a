import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeMarkdown, renderMarkdown } from "../../../harness/report/markdown.ts";
import { ends, fileOf } from "./ends.ts";

it("has the verdict, the budget and the comparison of each game", () => {
  expect(renderMarkdown(ends.slice(1))).toMatchInlineSnapshot(`
    "<!-- framegate -->

    ### ❌ Orchard Run \\(games/b\\): fail

    draw calls, worst frame: 149 is over the budget of 10

    |  | metric | now | 95 % interval | budget | headroom |
    | --- | --- | --: | --: | --: | --: |
    | ✅ | frame CPU p95 | 3.023 ms | 2.799 to 3.242 | 99.000 ms | 96.9 % |
    | ❌ | draw calls, worst frame | 149 |  | 10 | -1390.0 % |

    <details><summary>Run it again</summary>

    \`\`\`sh
    framegate perf games/orchard --seed 7 --frames 120 --warmup 60
    framegate profile games/orchard --seed 7 --frames 101..101 --warmup 60 --open
    \`\`\`

    </details>

    ### ❌ Orchard Run \\(games/b2\\): fail

    draw calls, worst frame: 149 is over the budget of 10

    |  | metric | now | 95 % interval | budget | headroom |
    | --- | --- | --: | --: | --: | --: |
    | ❌ | draw calls, worst frame | 149 |  | 10 | -1390.0 % |

    <details><summary>Run it again</summary>

    \`\`\`sh
    framegate perf games/orchard --seed 7 --frames 120 --warmup 60
    framegate profile games/orchard --seed 7 --frames 101..101 --warmup 60 --open
    \`\`\`

    </details>

    ### ❌ Orchard Run \\(games/r\\): fail

    more work than main: executed code \\+12.0 % in frames 0 to 59, first in frame 3, most of it in grow \\(src/sparks.ts:45:12\\)

    | all frames | main | now | change | at its most | differs from frame |
    | --- | --: | --: | --: | --: | --: |
    | executed code | 1,000 | 1,100 | +10.0 % | +12.0 % | 3 |

    | function | where | executed code | of all |
    | --- | --- | --: | --: |
    | grow | src/sparks.ts:45:12 | +100 | 9.1 % |

    Allocations: 12.0 kB a frame, 9.0 kB before: \\+3.0 kB, \\+33.3 %.

    | function | where | allocated in a frame | of all |
    | --- | --- | --: | --: |
    | grow | src/sparks.ts:45:12 | +3.0 kB | 25.0 % |

    <details><summary>Run it again</summary>

    \`\`\`sh
    framegate perf games/orchard --seed 7 --frames 120 --warmup 60
    \`\`\`

    </details>

    ### ❌ Cellar \\(games/c\\): file\\-invalid

    The manifest is no JSON.

    ### ⚪ games/d: not run
    "
  `);
});

it("fences a command with backticks", () => {
  const { report, verdict } = fileOf({ maxDrawCalls: 160 });
  const file = { report: { ...report, target: "a```b" }, verdict };
  expect(renderMarkdown([{ state: "ran", game: "a", exitCode: 0, file }])).toMatch(/^````sh\n.*\n````$/mu);
});

it("escapes markup, mentions and links", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("|", "<", "`", "\n", "@", "#", "[", "*", "a", "\\", ":", "/") }),
      (text) => {
        const escaped = escapeMarkdown(text).replaceAll("<!-- -->", "\0");
        expect(escaped).not.toMatch(/[\n<]|@(?!\0)|:\/\/|(?<!\\)(?:\\\\)*[|`#[*]/u);
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});
