/** A promise that is only created if somebody asks for it: most animations are never awaited. */
export class LazyPromise<Value> {
  readonly #create: PromiseConstructor;
  #state: "pending" | "resolved" | "rejected" = "pending";
  #value: Value | undefined;
  #reason: unknown;
  #promise: Promise<Value> | undefined;
  #settle: { readonly resolve: (value: Value) => void; readonly reject: (reason: unknown) => void } | undefined;

  constructor(create: PromiseConstructor) {
    this.#create = create;
  }

  get isResolved(): boolean {
    return this.#state === "resolved";
  }

  get isAsked(): boolean {
    return this.#promise !== undefined;
  }

  get promise(): Promise<Value> {
    if (this.#promise === undefined) {
      this.#promise = new this.#create<Value>((resolve, reject) => {
        this.#settle = { resolve, reject };
      });
      this.#pass();
    }
    return this.#promise;
  }

  resolve(value: Value): void {
    if (this.#state !== "pending") return;
    this.#state = "resolved";
    this.#value = value;
    this.#pass();
  }

  /** Rejects, and counts as handled: a page that does not await an animation must not get an unhandled rejection. */
  reject(reason: unknown): void {
    if (this.#state !== "pending") return;
    this.#state = "rejected";
    this.#reason = reason;
    this.#pass();
  }

  #pass(): void {
    if (this.#settle === undefined) return;
    if (this.#state === "resolved" && this.#value !== undefined) this.#settle.resolve(this.#value);
    if (this.#state === "rejected") {
      this.#promise?.catch(() => undefined);
      this.#settle.reject(this.#reason);
    }
  }
}
