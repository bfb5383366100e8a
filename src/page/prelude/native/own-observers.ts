/** A mutation observer that calls no method which the page may have replaced. */
export interface OwnMutationObserver {
  observe(target: Node, options: MutationObserverInit): void;
  takeRecords(): readonly OwnRecord[];
  disconnect(): void;
}

/** A record that calls no getter which the page may have replaced. */
export interface OwnRecord {
  readonly type: string;
  readonly target: Node;
  readonly attributeName: string | null;
  readonly addedNodes: readonly Node[];
  readonly removedNodes: readonly Node[];
}

type Realm = Pick<Window & typeof globalThis, "MutationObserver" | "MutationRecord" | "NodeList">;

/** Creates an observer with the methods and getters of now. */
export function watchMutations(realm: Realm, onRecords: (records: readonly OwnRecord[]) => void): OwnMutationObserver {
  const { observe, takeRecords, disconnect } = realm.MutationObserver.prototype;
  const OwnRecord = ownRecords(realm);
  const own = (records: readonly MutationRecord[]): readonly OwnRecord[] =>
    records.map((record) => new OwnRecord(record));
  const observer = new realm.MutationObserver((records) => {
    onRecords(own(records));
  });
  return {
    observe(target, options) {
      Reflect.apply(observe, observer, [target, options]);
    },
    takeRecords: () => own(Reflect.apply(takeRecords, observer, [])),
    disconnect() {
      Reflect.apply(disconnect, observer, []);
    },
  };
}

function ownRecords({ MutationRecord, NodeList }: Realm): new (record: MutationRecord) => OwnRecord {
  const { prototype } = MutationRecord;
  const readType = getterOf(prototype, "type");
  const readTarget = getterOf(prototype, "target");
  const readName = getterOf(prototype, "attributeName");
  const readAdded = getterOf(prototype, "addedNodes");
  const readRemoved = getterOf(prototype, "removedNodes");
  const readLength = getterOf(NodeList.prototype, "length");
  const nodesIn = (list: NodeList): readonly Node[] => {
    const nodes: Node[] = [];
    for (let index = 0, length = readLength(list); index < length; index += 1) {
      const node = list[index];
      if (node !== undefined) nodes.push(node);
    }
    return nodes;
  };
  // Read when asked for: most records are asked for one or two of them.
  return class {
    readonly #record: MutationRecord;

    constructor(record: MutationRecord) {
      this.#record = record;
    }

    get type(): string {
      return readType(this.#record);
    }

    get target(): Node {
      return readTarget(this.#record);
    }

    get attributeName(): string | null {
      return readName(this.#record);
    }

    get addedNodes(): readonly Node[] {
      return nodesIn(readAdded(this.#record));
    }

    get removedNodes(): readonly Node[] {
      return nodesIn(readRemoved(this.#record));
    }
  };
}

function getterOf<Owner extends object, Key extends keyof Owner>(
  owner: Owner,
  key: Key,
): (receiver: Owner) => Owner[Key] {
  const descriptor: TypedPropertyDescriptor<Owner[Key]> | undefined = Object.getOwnPropertyDescriptor(owner, key);
  const get = descriptor?.get;
  return (receiver) => (get === undefined ? receiver[key] : Reflect.apply(get, receiver, []));
}
