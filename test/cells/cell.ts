/** The realm in which a cell runs. A nested worker is the worker of a worker. */
export type CellRealm = "page" | "iframe" | "worker" | "nested worker";

/**
 * How a source of nondeterminism is handled: its result is the same in every run, or its use is reported with its API
 * and call site, or neither is possible.
 */
export type Handling =
  | { readonly kind: "neutral" }
  | { readonly kind: "named"; /** As the report names it. */ readonly api: string }
  | { readonly kind: "impossible"; readonly reason: string };

/** One source of nondeterminism. Each of its realms makes one cell. */
export interface CellKind {
  /** The API, as the table of the docs names it. */
  readonly name: string;
  readonly group: string;
  readonly realms: readonly CellRealm[];
  readonly handling: Handling;
  /**
   * The body of an async function that calls `show(value)` at least once. `tick(n)` waits for n frames, and `race({name:
   * promise})` shows the names in the order of their completion.
   */
  readonly code: string;
  /** Must match what is shown, so that a snippet that does nothing does not pass. */
  readonly shows: RegExp;
  /** Markup before the script. Only in documents. */
  readonly html?: string;
  /** Beside the page. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export interface Cell extends Omit<CellKind, "realms"> {
  readonly realm: CellRealm;
  /** A short name for its folder. */
  readonly id: string;
}

export const everywhere: readonly CellRealm[] = ["page", "iframe", "worker", "nested worker"];
export const inDocuments: readonly CellRealm[] = ["page", "iframe"];
export const inPage: readonly CellRealm[] = ["page"];

export const neutral: Handling = { kind: "neutral" };

export function named(api: string): Handling {
  return { kind: "named", api };
}

/** The cells of some kinds, one for each realm. */
export function cellsOf(kinds: readonly CellKind[]): readonly Cell[] {
  return kinds.flatMap(({ realms, ...kind }) =>
    realms.map((realm) => ({ ...kind, realm, id: `${slug(kind.name)}-${slug(realm)}` })),
  );
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
}
