import fc from "fast-check";

/** A program that hides a banned read, and the same program with a seeded source. */
export interface HiddenRead {
  readonly api: string;
  readonly banned: Readonly<Record<string, string>>;
  readonly seeded: Readonly<Record<string, string>>;
}

interface Target {
  readonly object: string;
  readonly key: string;
}

/** A program under construction: its statements so far, and an expression for the object. */
interface Draft {
  readonly files: Readonly<Record<string, string>>;
  readonly main: string;
  readonly object: string;
  readonly depth: number;
}

const targets: readonly Target[] = [
  { object: "Math", key: "random" },
  { object: "Date", key: "now" },
  { object: "performance", key: "now" },
  { object: "crypto", key: "randomUUID" },
];

/** Each form turns an expression for the object into another expression for it. */
const forms: readonly ((draft: Draft) => Draft)[] = [
  (draft) => declare(draft, (name) => `const ${name} = ${draft.object};`),
  (draft) => declare(draft, (name) => `let ${name}; ${name} = ${draft.object};`),
  (draft) => declare(draft, (name) => `var ${name} = null || ${draft.object};`),
  (draft) => declare(draft, (name) => `const { ${name} } = { ${name}: ${draft.object} };`),
  (draft) => declare(draft, (name) => `const [${name}] = [${draft.object}];`),
  (draft) => declare(draft, (name) => `const ${name} = (() => ${draft.object})();`),
  (draft) =>
    declare(
      draft,
      (name) => `function make${name}(given) { return given; } const ${name} = make${name}(${draft.object});`,
    ),
  (draft) =>
    declare(
      draft,
      (name) => `function get${name}(given = ${draft.object}) { return given; } const ${name} = get${name}();`,
    ),
  (draft) =>
    declare(draft, (name) => `class Box${name} { held = ${draft.object}; } const ${name} = new Box${name}().held;`),
  (draft) =>
    declare(
      draft,
      (name) => `class Static${name} { static held = ${draft.object}; } const ${name} = Static${name}.held;`,
    ),
  (draft) =>
    declare(
      draft,
      (name) => `const box${name} = {}; box${name}.held = ${draft.object}; const ${name} = box${name}.held;`,
    ),
  (draft) =>
    declare(
      draft,
      (name) => `const list${name} = []; list${name}.push(${draft.object}); const ${name} = list${name}[0];`,
    ),
  (draft) => declare(draft, (name) => `const ${name} = { get held() { return ${draft.object}; } }.held;`),
  (draft) => declare(draft, (name) => `const ${name} = ({ ...{ held: ${draft.object} } }).held;`),
  (draft) => ({ ...draft, object: `(0, ${draft.object})` }),
  (draft) => ({ ...draft, object: `(Boolean(1) ? ${draft.object} : null)` }),
  (draft) => ({ ...draft, object: `(${draft.object} as any)` }),
  (draft) => ({ ...draft, object: `Object.freeze(${draft.object})` }),
  exportNamed,
  exportThroughStar,
  exportDefault,
];

/** Each form reads the key of the object; `${object}` is an expression. */
const reads: readonly ((object: string, key: string) => string)[] = [
  (object, key) => `${object}.${key}();`,
  (object, key) => `${object}?.${key}?.();`,
  (object, key) => `${object}["${key.slice(0, 2)}" + "${key.slice(2)}"]();`,
  (object, key) => `const k = "${key}"; ${object}[k]();`,
  (object, key) => `${object}[\`${key}\`]();`,
  (object, key) => `const { ${key}: taken } = ${object}; taken();`,
  (object, key) => `let taken; ({ ${key}: taken } = ${object}); taken();`,
  (object, key) => `Reflect.get(${object}, "${key}")();`,
  (object, key) => `Object.getOwnPropertyDescriptor(${object}, "${key}").value();`,
  (object, key) => `${object}.${key}.call(null);`,
  (object, key) => `const bound = ${object}.${key}.bind(null); bound();`,
  (object, key) => `[1].map(${object}.${key});`,
  (object, key) => `((taken) => taken.${key}())(${object});`,
  (object, key) => `(function (taken) { taken.${key}(); }).call(null, ${object});`,
  (object, key) => `class Reader { use(given) { return given.${key}(); } } new Reader().use(${object});`,
];

/** The value that goes through the forms: the object itself (null), or a global object that holds it. */
const sources = [null, null, "globalThis", "window", "self", "top"];

/** Programs that hide one banned read behind up to three forms, some of them across files. */
export const hiddenReads: fc.Arbitrary<HiddenRead> = fc
  .record({
    target: fc.constantFrom(...targets),
    source: fc.constantFrom(...sources),
    chosen: fc.array(fc.constantFrom(...forms), { maxLength: 3 }),
    read: fc.constantFrom(...reads),
  })
  .map(({ target, source, chosen, read }) => {
    const build = (object: string): Readonly<Record<string, string>> => {
      const draft = chosen.reduce<Draft>((before, form) => form(before), { files: {}, main: "", object, depth: 0 });
      const held = source === null ? draft.object : `${draft.object}.${target.object}`;
      return { ...draft.files, "src/main.ts": `${draft.main}${read(held, target.key)}\nexport {};\n` };
    };
    const name = source ?? target.object;
    // The seeded source is in a module of its own and has the name of the global object.
    const seeded = `{ ${target.key}: () => 4 }`;
    const own = {
      "src/seeded.ts": `export const ${name} = ${source === null ? seeded : `{ ${target.object}: ${seeded} }`};\n`,
    };
    const shadowed = Object.entries(build(name)).map(([file, text]): [string, string] => [
      file,
      `import { ${name} } from "./seeded";\n${text}`,
    ]);
    return {
      api: `${target.object}.${target.key}`,
      banned: build(name),
      seeded: { ...Object.fromEntries(shadowed), ...own },
    };
  });

function declare(draft: Draft, statement: (name: string) => string): Draft {
  const name = `held${String(draft.depth)}`;
  return { ...draft, main: `${draft.main}${statement(name)}\n`, object: name, depth: draft.depth + 1 };
}

/** Makes the statements so far a module, and continues the program in another one. */
function exportNamed(draft: Draft): Draft {
  const { files, name } = moveOut(draft, (object, held) => `export const ${held} = ${object};`);
  return {
    files,
    main: `import { ${name} as got${name} } from "./${name}";\n`,
    object: `got${name}`,
    depth: draft.depth + 1,
  };
}

function exportThroughStar(draft: Draft): Draft {
  const { files, name } = moveOut(draft, (object, held) => `export const ${held} = ${object};`);
  const star = { ...files, [`src/star${name}.ts`]: `export * from "./${name}";\n` };
  return {
    files: star,
    main: `import * as all${name} from "./star${name}";\n`,
    object: `all${name}.${name}`,
    depth: draft.depth + 1,
  };
}

function exportDefault(draft: Draft): Draft {
  const { files, name } = moveOut(draft, (object) => `export default ${object};`);
  return { files, main: `import got${name} from "./${name}";\n`, object: `got${name}`, depth: draft.depth + 1 };
}

function moveOut(
  draft: Draft,
  statement: (object: string, held: string) => string,
): { readonly files: Draft["files"]; readonly name: string } {
  const name = `part${String(draft.depth)}`;
  return { files: { ...draft.files, [`src/${name}.ts`]: `${draft.main}${statement(draft.object, name)}\n` }, name };
}
