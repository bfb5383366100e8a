import { invokeMethod, methodsOf, prototypeOf } from "./realm-methods.ts";

/** A context with the browser's own methods, whatever the prelude and the page have put in their place. */
export interface NativeContext {
  /** The context as the page has it. */
  readonly context: object;
  /** In WebGL 1, the methods and constants of WebGL 2 are undefined. */
  readonly gl: WebGL2RenderingContext;
  readonly isSecond: boolean;
}

/** Takes the browser's methods of a realm. Must run before any of them is replaced. */
export function takeNativeContexts(realm: object): (context: object) => NativeContext {
  const first = propertiesOf(realm, "WebGLRenderingContext");
  const second = propertiesOf(realm, "WebGL2RenderingContext");
  const isSecond = (context: object): boolean => {
    try {
      return invokeMethod(second.isContextLost, context, []) !== undefined;
    } catch {
      return false;
    }
  };
  return (context) => {
    const is2 = isSecond(context);
    return { context, gl: bound((is2 ? second : first).descriptors, context), isSecond: is2 };
  };
}

interface NativeProperties {
  readonly descriptors: readonly (readonly [string, PropertyDescriptor])[];
  readonly isContextLost: ReturnType<typeof methodsOf>[string] | undefined;
}

function propertiesOf(realm: object, className: string): NativeProperties {
  const prototype = prototypeOf(realm, className) ?? methodsOf({});
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  return { descriptors, isContextLost: prototype["isContextLost"] };
}

function bound(descriptors: NativeProperties["descriptors"], context: object): WebGL2RenderingContext {
  const properties = descriptors.map(([name, { get, value }]): [string, PropertyDescriptor] => {
    if (get !== undefined) return [name, { get: (): unknown => Reflect.apply(get, context, []) }];
    const method: unknown = value;
    if (typeof method !== "function") return [name, { value: method }];
    return [name, { value: (...parameters: unknown[]): unknown => Reflect.apply(method, context, parameters) }];
  });
  // It has all properties of the prototype.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return
  return Object.create(null, Object.fromEntries(properties));
}
