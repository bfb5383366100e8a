import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteVerdict, createByteFilter } from "../../../scanner/text/byte-filter.ts";
import { byteTermsOf } from "../../../scanner/text/byte-terms.ts";
import { createFilter } from "../../../scanner/text/filter.ts";
import { coreGroups, type Group, groups } from "../../../scanner/findings/finding.ts";
import { createSourceReader, sourceStart } from "../../../scanner/find/read-sources.ts";
import { stripSource } from "../../../scanner/text/strip.ts";
import { vocabularyOf } from "../../../scanner/text/vocabulary.ts";
import { namesOf } from "../names-in-program.ts";
import { analyseFiles } from "../analyse-files.ts";

function judgeOf(enabled: readonly Group[]): (text: string) => ByteVerdict {
  const { memory } = createSourceReader();
  const terms = byteTermsOf(vocabularyOf(enabled));
  if (terms === null) return () => "unclear";
  const judge = createByteFilter(terms, memory);
  return (text) => {
    const bytes = Buffer.from(memory.buffer);
    const end = sourceStart + bytes.write(text, sourceStart, "latin1");
    bytes.fill(";", sourceStart - 4, sourceStart).fill(";", end, end + 4);
    return judge({ memory: bytes, start: sourceStart, end }, true);
  };
}

/** Whether a text is clear whatever other files there are. */
function clearOf(enabled: readonly Group[]): (text: string) => boolean {
  const judge = judgeOf(enabled);
  return (text) => ["clear", "takes"].includes(judge(text));
}

const judgeCore = judgeOf(coreGroups);
const isClear = clearOf(coreGroups);

describe("bytes are clear", () => {
  it.each([
    "Math.floor(a) + Math . abs(b) + Math?.max(c)",
    "stats.performance.now(); mathRandom(); this.level = 1; $Math.random()",
    "const t = { performance: 1, process: 2 };",
    "typeof window !== 'undefined'; window.innerWidth",
    "const parent = this.parent; parent.add(child); f(parent);",
    "class A { constructor(parent, top = 0) { f(parent, top); } }",
    "const f = ({ top, self }, ...frames) => g(top, self, frames);",
    "import { self } from './a.js';\nf(self);",
    "let top;\ntop = f(top);",
    "// the parent is on top\nf(top.level, self && a, parent ? b : c, frames[0]);",
    "const g = (a: A, parent: B | null): void => f(parent)",
    "f(this); a.level.random()",
    "import a from './a.js';\nf(this); a.performance.now()",
    "this.constructor.name; class A { constructor() {} }",
    "import { a } from './a.js'; import('./b.js'); require('./c.js'); require.resolve(d)",
    "// Math.random()\nf();",
    "f();\n  // the process of Math.random()\n",
    "/**\n * Math.random() and Date.now()\n */\nf();",
    "const a = 1; // framegate",
    "shader(`\n// what they require of the process\nvoid main() {}`);",
    "log('Failed to read number of frames.');",
    "/** `a` */\nclass A {\n  /** Math.random() or `b` */\n  constructor() {}\n}\nf(this); // or `p`",
    "a(b); // of the process\nconst c = this;",
    "/* a */\n/**\n * Math.random()\n */\nconst a = b < c;",
    "const isHere = window !== undefined && 'a' in window;",
  ])("%j", (text) => {
    expect(isClear(text)).toBe(true);
  });
});

describe("bytes are left to the filter", () => {
  it.each([
    ["what is banned", "Math.random()"],
    ["a global without a member", "const { random } = Math"],
    ["a member written with an escape", "Math.r\\u0061ndom()"],
    ["a name written with an escape", "M\\u{61}th.random()"],
    ["a name at the end", "f(Math"],
    ["a member of a window that leads on", "window.Math"],
    ["a window that is handed on", "f(window)"],
    ["a parent with the name of a global in a string", "parent['Math']"],
    ["a script's own `this` that is handed on", "(function (o) { o.Math.random(); })(this)"],
    ["a member of a script's own `this` that leads on", "this.Math.random()"],
    ["a constructor under a name", "const f = g.constructor; f('Ma' + 'th.random()')"],
    ["a constructor at the end of a line", "const f = g.constructor\nf('Ma' + 'th.random()')"],
    ["an import of what is not constant", "import(name)"],
    ["a package", "import { randomBytes } from 'node:crypto'"],
    ["what it is told in a comment", "// framegate-ignore-line raw-random -- a"],
    ["text in UTF-16", "\u00ff\u00feM\0a\0t\0h\0"],
    ["code behind a comment on its line", "/*\n */ Math.random()"],
    ["code behind a comment that seems to begin a line in one", "/*\n// */ Math.random()"],
    ["code on a line that only looks like one of a comment", "a\n* Math.random()"],
    ["a template that holds what looks like a comment", "`\n/*`; Math.random()"],
    ["JSX that holds what looks like a comment", "<p>\n/*</p>; Math.random()"],
    ["a string that holds what looks like a comment", "'\\\n/*'; Math.random()"],
    ["code behind a line separator", "\n// a \u00e2\u0080\u00a8 Math.random()"],
    ["code behind a carriage return", "\n// a\rMath.random()"],
    ["code behind slashes in a string", "'// a'; Math.random()"],
    ["code behind slashes at the end of a comment", "/*\na *// Math.random()"],
    ["code behind a comment in a comment", "/*\n/* */ Math.random()"],
    ["code in a tag that holds what looks like a comment", "<p>\n// {Math.random()}\n</p>"],
    ["code in a tag that ends after a blank", "<p>\n/* {Math.random()} */\n< /p>"],
    ["code in a template, behind a comment with a backtick", "// `\n`\n/* ${Math.random()} */`"],
    ["a member behind a comment", "a = b.\n/** c */\nconstructor; a('Ma' + 'th.random()')"],
    [
      "a member behind a comment that seems to hold another",
      "a = b./* c\n/** d */\nconstructor; a('Ma' + 'th.random()')",
    ],
    ["a text that is run later", "setTimeout('Math.random()')"],
    ["a text that is run by the constructor of functions", "f['constructor']('Math.random()')()"],
    ["a text that is run by what is put together", "f['con' + 'structor']('Math.random()')()"],
    ["a text that is run by what an escape hides", String.raw`f['\x63onstructor']('Math.random()')()`],
    ["a name in a text, and an object it may be a member of", "f(parent, 'Math')"],
    ["an escape in the name of a package", String.raw`import { randomBytes } from 'node:\x63rypto'`],
    [
      "an escape in the name of a package behind a comment",
      String.raw`import { randomBytes } from /* a */ 'node:\x63rypto'`,
    ],
    ["an escape in the name of a package on a line of its own", 'export * from // a\n  "node:\\x63rypto"'],
    ["a name directly behind an escape", String.raw`f('\nMath')`],
    ["a global object that is exported", "export const a = self"],
    ["a global object that is handed on behind a comment", "f(/* a */ self)"],
    ["a global object in case of need", "f(window || {})"],
  ])("for %s", (_what, text) => {
    expect(isClear(text)).toBe(false);
  });

  it("where an operator is banned, since that is no word", () => {
    expect(clearOf(["float"])("a()")).toBe(false);
  });
});

describe("bytes are left to the filter if another file may take what they give", () => {
  it.each([
    ["a global object that is handed on", "f(self)"],
    ["a global object that is exported under a type", "export const a: Window = self"],
    ["a global object that a module exports under a name", "const a = parent as Window;\nexport { a }"],
    ["a global object that is returned", "export const f = () => { return top\n}"],
    ["a global object that is declared for types", "declare const self: Window;\nf(self)"],
    ["a global object with a key from elsewhere", "self[a]()"],
    ["a global object that only a comment declares", "// const self = a\nf(self)"],
    ["a global object that only a text declares", "b('const self = a'); f(self)"],
  ])("%s", (_what, text) => {
    expect(judgeCore(text)).toBe("gives");
  });

  it.each([
    ["a member", "a.Math.random()"],
    ["a key of a pattern", "const { performance: p } = a; p.now()"],
    ["a name in a text", "a[b('Math')].random()"],
  ])("such as one that names %s", (_what, text) => {
    expect(judgeCore(text)).toBe("takes");
  });

  it.each(["Math.floor(a)", "a.level.random(); // a.Math.random()\nconst f = (parent) => parent.constructor"])(
    "and not one like %j",
    (text) => {
      expect(judgeCore(text)).toBe("clear");
    },
  );
});

describe("bytes that are clear", () => {
  const pieces = [
    "Math",
    ".random()",
    ".floor(a)",
    "Date.now()",
    "performance",
    "process",
    "window",
    "parent",
    "top",
    "crypto",
    "eval",
    "typeof ",
    "new ",
    "constructor",
    "import",
    "require",
    "('./a')",
    "('crypto')",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "?.",
    "=",
    "+",
    "$",
    "a",
    " ",
    "\n",
    "\r",
    "// ",
    "/* ",
    " */",
    "\n * ",
    "`",
    "'",
    '"',
    "\\",
    "\\u0061",
    "<p>",
    "</p>",
    "/>",
    "framegate-",
    "ignore-line raw-random -- b",
    "export default ",
    "setTimeout",
    "'constructor'",
    "'con'",
    "'structor'",
    "'Math.random()'",
    "'top'",
    "from ",
    "import a from ",
    "'node:\\x63rypto'",
    "\\x63",
    "${",
    "\n/* ",
    "const ",
    "in ",
  ];
  const codes = fc.array(
    fc.oneof(fc.constantFrom(...pieces), fc.constantFrom("// a\n", "/* b */\n", "\n// ", "\n/**\n * ", "\n */\n")),
    { maxLength: 12 },
  );

  it("are clear to the filter, if that can tell code from comments", () => {
    const filter = createFilter(vocabularyOf(coreGroups));
    let clearCount = 0;
    fc.assert(
      fc.property(codes, (parts) => {
        const code = parts.join("");
        // The filter looks at whatever is imported behind a comment, and at the names of packages wherever they stand.
        if (/\bfrom\s*\/|x63rypto/.test(code) || !isClear(code)) return;
        clearCount++;
        if (stripSource(code, true) !== null)
          expect(filter(code, { hasTags: true, isDocument: false }), code).toBe("clear");
      }),
      { seed: 7, numRuns: 20_000 },
    );
    expect(clearCount).toBeGreaterThan(1000);
  });

  it("hold nothing that the analysis finds, whatever groups are on", () => {
    const everything = groups.filter((group) => group !== "float");
    const isClearOfAll = clearOf(everything);
    fc.assert(
      fc.property(codes, (parts) => {
        const code = parts.join("");
        if (!isClearOfAll(code)) return;
        const { findings, notices } = analyseFiles([{ file: "a.js", text: code, language: "js" }], {
          groups: everything,
          resolve: () => null,
        });
        expect([...findings.filter(({ api }) => api !== "parse-error"), ...notices], code).toEqual([]);
      }),
      { seed: 7, numRuns: 3000 },
    );
  });

  // TypeScript's own scanner is the slow plain version.
  it("do not use what is banned, whatever looks like a comment or a text", () => {
    const piece = fc.constantFrom(
      "Math",
      "Math",
      "a",
      " ",
      "\n",
      "/",
      "//",
      "/*",
      "*/",
      "'",
      '"',
      "`",
      "${",
      "}",
      "{",
      "(",
      ")",
      "[",
      "]",
      "\\",
      "<",
      ">",
      "</",
      "/>",
      "=",
      "+",
      "++",
      "!",
      ".",
      ",",
      ";",
      "if",
      "return",
      "=>",
      "1",
      "?",
      "\u00e2\u0080\u00a8",
    );
    let usedCount = 0;
    let clearCount = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom("", "Math", ";Math", "\nMath", ")Math", "`Math", "}Math"),
        (pieces, end) => {
          const code = (pieces.join("") + end).replaceAll(/\bMath(?=\s*[.?])/g, "Math;");
          const isUsed =
            namesOf(Buffer.from(code, "latin1").toString(), true)?.includes("Math") === true && !/\.\s*Math/.test(code);
          if (isUsed) usedCount++;
          if (code.includes("Math") && isClear(code)) clearCount++;
          if (isUsed) expect(isClear(code), code).toBe(false);
        },
      ),
      { seed: 7, numRuns: 150_000 },
    );
    expect(usedCount).toBeGreaterThan(1000);
    expect(clearCount).toBeGreaterThan(1000);
  });
});
