import { basename, extname } from "node:path";
import { defineConfig } from "eslint/config";
import { builtinRules } from "eslint/use-at-your-own-risk";
import tseslint from "typescript-eslint";

/** File names are kebab-case, and no file is named after nothing in particular. */
const fileName = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      notKebab: "Name the file in kebab-case, after its job: plan-runs.ts exports planRuns.",
      saysNothing: "A file named {{name}} collects what has no home. Name it after its one job.",
    },
  },
  create: (context) => ({
    Program: (node) => {
      const name = basename(context.filename, extname(context.filename));
      if (!/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name)) context.report({ node, messageId: "notKebab" });
      if (/^(?:utils?|helpers?|common|misc|shared)$/.test(name)) {
        context.report({ node, messageId: "saysNothing", data: { name } });
      }
    },
  }),
};

const coreFunctionLength = builtinRules.get("max-lines-per-function");

/**
 * The core rule under a second name, because one rule cannot warn at 60 lines and fail at 80. A describe block is exempt:
 * it is a list of tests, not a function to be read as one.
 */
const functionLength = {
  meta: coreFunctionLength.meta,
  create: (context) => {
    const report = (descriptor) => {
      if (!isDescribeBlock(descriptor.node)) context.report(descriptor);
    };
    return coreFunctionLength.create(Object.create(context, { report: { value: report } }));
  },
};

function isDescribeBlock({ parent }) {
  return parent.type === "CallExpression" && /^describe\b/.test(calledName(parent.callee));
}

/** `describe` also for `describe.skipIf(...)(...)`. */
function calledName(callee) {
  if (callee.type === "CallExpression") return calledName(callee.callee);
  if (callee.type === "MemberExpression") return calledName(callee.object);
  return callee.type === "Identifier" ? callee.name : "";
}

const functionLengthMax = ["error", { max: 80, skipBlankLines: true, skipComments: true }];

/** Advice, not a gate: past these numbers stop and think. */
const tail = {
  "max-lines": ["warn", { max: 300, skipBlankLines: true, skipComments: true }],
  "max-lines-per-function": ["warn", { max: 60, skipBlankLines: true, skipComments: true }],
};

const everywhere = {
  "framegate/file-name": "error",
  "max-params": ["error", { max: 4 }],
  "max-depth": ["error", { max: 3 }],
  complexity: ["error", { max: 12 }],
  eqeqeq: "error",
  "no-console": "error",
  "no-restricted-exports": [
    "error",
    { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true } },
  ],
  "preserve-caught-error": "error",
};

const typed = {
  "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
  "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
  "@typescript-eslint/consistent-type-imports": "error",
  "@typescript-eslint/explicit-module-boundary-types": "error",
  "@typescript-eslint/no-explicit-any": "error",
  "@typescript-eslint/no-non-null-assertion": "error",
  "@typescript-eslint/return-await": ["error", "error-handling-correctness-only"],
  "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
  // The tests' callbacks and adapters must be async to fit a signature, with or without an await inside.
  "@typescript-eslint/require-await": "off",
  // A callback of one expression needs no braces to throw its value away.
  "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
  // A number has one text; objects and what may be undefined stay forbidden in templates.
  "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
  // Key codes and other plain text are spread into characters.
  "@typescript-eslint/no-misused-spread": "off",
  // Our interfaces describe plain objects of functions, which are meant to be taken apart.
  "@typescript-eslint/unbound-method": "off",
};

const clocks = ["Date", "performance", "setTimeout", "setInterval", "requestAnimationFrame", "queueMicrotask"];
const surroundings = ["window", "document", "navigator", "process", "crypto"];
const pureRooms = {
  "no-restricted-globals": [
    "error",
    ...clocks.map((name) => ({
      name,
      message: "Take the time as an argument; only the page and the harness have a clock.",
    })),
    ...surroundings.map((name) => ({ name, message: "Take it as an argument; this room runs anywhere." })),
  ],
  "no-restricted-properties": ["error", { object: "Math", property: "random", message: "Take a RandomStream." }],
};

const ours = ["src/**/*.ts", "disk/**/*.ts", "harness/**/*.ts", "scanner/**/*.ts", "test/**/*.ts"];

export default defineConfig(
  {
    ignores: [
      "dist/**",
      "site/**",
      "reports/**",
      "node_modules/**",
      "**/dist/**",
      "examples/**/node_modules/**",
      "test/games/**",
      ".puppeteerrc.cjs",
    ],
  },
  {
    plugins: { framegate: { rules: { "file-name": fileName, "function-length": functionLength } } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  {
    files: ours,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { ...everywhere, ...typed, ...tail, "framegate/function-length": functionLengthMax },
  },
  { files: ["src/core/**/*.ts", "src/formats/**/*.ts"], rules: pureRooms },
  { files: ["harness/{plan,measure,judge}/**/*.ts"], rules: pureRooms },
  {
    files: ["src/page/**/*.ts", "src/adapters/**/*.ts"],
    rules: {
      // What the DOM's types promise a given browser may lack, and the prelude wraps what is deprecated too.
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-deprecated": "off",
    },
  },
  // The parser's kinds of nodes are an enum of texts, made to be compared with them.
  { files: ["scanner/**/*.ts"], rules: { "@typescript-eslint/no-unsafe-enum-comparison": "off" } },
  // Declarations describe packages as they are.
  { files: ["**/*.d.ts"], rules: { "no-restricted-exports": "off" } },
  // Vitest takes its configuration as a default export.
  { files: ["**/vitest.config.ts"], rules: { "no-restricted-exports": "off" } },
  {
    files: ["test/**/*.ts"],
    rules: {
      // The advice knows no describe blocks.
      "max-lines-per-function": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-assertions": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
    },
  },
  // The type of a table is that of its functions.
  { files: ["test/faults/kinds/*.ts"], rules: { "@typescript-eslint/explicit-module-boundary-types": "off" } },
  {
    // Examples are for reading; what the compiler and the scanner say about them is enough.
    files: ["examples/**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended],
    rules: { "framegate/file-name": "error", "no-console": "error" },
  },
  {
    // These print their results.
    files: ["docs/examples/**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended],
    rules: { "framegate/file-name": "error" },
  },
  {
    // These run on every Node, to say that an old one is not supported.
    files: ["**/*.cjs"],
    languageOptions: { ecmaVersion: 5, sourceType: "commonjs" },
    rules: { "framegate/file-name": "error", "no-console": "error" },
  },
  {
    files: ["**/*.mjs", "*.config.ts"],
    extends: [tseslint.configs.recommended],
    rules: { "framegate/file-name": "error", "@typescript-eslint/no-unused-vars": "error" },
  },
);
