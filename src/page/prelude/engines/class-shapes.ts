/** The members of its own prototype by which a class is recognised. */
export interface ClassShape {
  readonly methods: readonly string[];
  readonly getters: readonly string[];
}

/** The prototypes of the classes and constructors among `functions`, each once. Runs no code of the page. */
export function prototypesOf(functions: readonly unknown[]): readonly object[] {
  const found = new Set<object>();
  for (let index = 0; index < functions.length; index += 1) {
    const made: unknown = functions[index];
    if (typeof made !== "function") continue;
    const prototype: unknown = Object.getOwnPropertyDescriptor(made, "prototype")?.value;
    if (typeof prototype === "object" && prototype !== null) found.add(prototype);
  }
  return [...found];
}

/** Whether a prototype has the members of a shape. */
export function hasShape(prototype: object, { methods, getters }: ClassShape): boolean {
  return (
    methods.every((key) => typeof Object.getOwnPropertyDescriptor(prototype, key)?.value === "function") &&
    getters.every((key) => Object.getOwnPropertyDescriptor(prototype, key)?.get !== undefined)
  );
}
