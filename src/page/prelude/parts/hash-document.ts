import type { HashSink } from "../../../core/state-hash.ts";
import { type CommandStream, createCommandStream } from "../gl/command-stream.ts";
import { hookMethod, prototypeOf } from "../gl/realm-methods.ts";
import { replaceGetter, replaceSetter } from "../native/native-look.ts";

/** By class, the properties that change a document without changing its nodes, attributes or texts. */
const assignments: Readonly<Record<string, readonly string[]>> = {
  HTMLInputElement: ["value", "valueAsNumber", "valueAsDate", "checked", "indeterminate", "files"],
  HTMLTextAreaElement: ["value"],
  HTMLSelectElement: ["value", "selectedIndex", "length"],
  HTMLOptionElement: ["selected"],
  Element: ["scrollTop", "scrollLeft"],
  Document: ["adoptedStyleSheets"],
  ShadowRoot: ["adoptedStyleSheets"],
  StyleSheet: ["disabled"],
  HTMLStyleElement: ["disabled"],
  CSSStyleRule: ["selectorText"],
  CSSKeyframeRule: ["keyText"],
  CSSStyleDeclaration: ["cssText"],
  MediaList: ["mediaText"],
};

const commands: Readonly<Record<string, readonly string[]>> = {
  HTMLInputElement: ["stepUp", "stepDown", "setRangeText"],
  HTMLTextAreaElement: ["setRangeText"],
  HTMLFormElement: ["reset"],
  Element: ["scroll", "scrollTo", "scrollBy", "scrollIntoView"],
  HTMLElement: ["showPopover", "hidePopover", "togglePopover"],
  CSSStyleSheet: ["insertRule", "deleteRule", "addRule", "removeRule", "replace", "replaceSync"],
  CSSGroupingRule: ["insertRule", "deleteRule"],
  CSSKeyframesRule: ["appendRule", "deleteRule"],
  CSSStyleDeclaration: ["setProperty", "removeProperty"],
  StylePropertyMap: ["set", "append", "delete", "clear"],
  MediaList: ["appendMedium", "deleteMedium"],
};

/** Rules whose `style` a page changes by plain properties, which no setter sees. */
const ruleClasses = ["CSSStyleRule", "CSSKeyframeRule", "CSSPageRule", "CSSFontFaceRule"];

/** The changes of a document that no observer of its nodes sees. */
export interface DocumentState {
  /** Absorbs changes that no hook reports. Call at the end of each frame. */
  flush(): void;
}

/** Hashes form values, scroll positions and style sheets of a page. Must run before any script of the page. */
export function hashDocument(realm: typeof globalThis, sink: HashSink): DocumentState {
  const stream = createCommandStream(sink);
  for (const [className, names] of Object.entries(assignments)) {
    const owner = prototypeOf(realm, className);
    if (owner === null) continue;
    for (const name of names) {
      replaceSetter(owner, name, (receiver, value, original) => {
        stream.absorbAssignment(receiver, name, value);
        original(value);
      });
    }
  }
  for (const [className, names] of Object.entries(commands)) {
    const owner = prototypeOf(realm, className);
    if (owner !== null) stream.absorbCommands(owner, names);
  }
  hashWindowScrolls(realm, stream);
  return watchRules(realm, sink);
}

function hashWindowScrolls(realm: typeof globalThis, stream: CommandStream): void {
  for (const name of ["scroll", "scrollTo", "scrollBy"]) {
    // The methods of a window are its own.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    hookMethod(realm as unknown as Parameters<typeof hookMethod>[0], name, (original) => {
      return function (...parameters) {
        stream.absorbCommand(realm, name, parameters);
        return original.apply(this, parameters);
      };
    });
  }
}

function watchRules(realm: typeof globalThis, sink: HashSink): DocumentState {
  const ruleText = getterOf(prototypeOf(realm, "CSSRule"), "cssText");
  /** Rules whose style a page has, by their last known text. */
  const touched = new Map<object, string>();
  for (const className of ruleClasses) {
    const owner = prototypeOf(realm, className);
    if (owner === null) continue;
    replaceGetter(owner, "style", (original, receiver) => {
      if (isObject(receiver) && !touched.has(receiver)) touched.set(receiver, ruleText(receiver));
      return original();
    });
  }
  return {
    flush() {
      for (const [rule, before] of touched) {
        const text = ruleText(rule);
        if (text === before) continue;
        touched.set(rule, text);
        sink.name?.("rule", ["cssText"]);
        sink.addText(text);
      }
    },
  };
}

function getterOf(owner: object | null, key: string): (receiver: object) => string {
  const get = owner === null ? undefined : Object.getOwnPropertyDescriptor(owner, key)?.get;
  return (receiver) => (get === undefined ? "" : String(Reflect.apply(get, receiver, [])));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
