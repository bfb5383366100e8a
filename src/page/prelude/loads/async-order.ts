import type { LoadState } from "../../../formats/page-port.ts";
import { SettleTimeout } from "../../realm-agent.ts";
import type { RealPrimitives } from "../native/real-clock.ts";
import { LoadStates, type Need, type Shown } from "./load-states.ts";

/**
 * Who completes a request. `browser`: the browser alone, and everything waits for it. `script`: the browser too, but
 * the completion itself runs code or shows, so nothing is delivered before it. `page`: the page has to act first (it holds the
 * lock, it feeds the stream), so nothing waits for it.
 */
type Owner = "browser" | "script" | "page";

export interface Expectation {
  readonly owner?: Owner | undefined;
  /** The request that this one continues, such as the fetch of a body: it takes its place in the order. */
  readonly after?: Registered | undefined;
  /**
   * For requests that the page completes: resolves when everything that was caused before has arrived. Needed where
   * another process takes part, because only that process knows when it is done.
   */
  readonly fence?: Fence;
  /** For requests that the page completes: whether the page has done its part, so that only the browser's is left. */
  readonly isDue?: () => boolean;
  /** True if it comes before all requests, because it needs no network. */
  readonly comesFirst?: boolean;
  /** For a load that scripts can see before its event, its kind. Default: null, for all others. */
  readonly shows?: Shown | null;
  /** False if the document's `load` does not wait for it, as for a lazy picture. Default: true if it shows something. */
  readonly delaysLoad?: boolean;
  /** For the owner `script`: the loads that it needs itself, so that they may arrive meanwhile. Default: none. */
  readonly needs?: Need;
}

/** Passes an outcome to the page. What comes next waits for its promise. */
export type Delivery = () => void | Promise<void>;

export type Fence = () => Promise<unknown>;

/** A request that was registered with the order. */
export interface Registered {
  /** Reports that the browser has completed it. `deliver` passes the outcome to the page, in its turn. */
  complete(deliver: Delivery): void;
  /** Removes it from the order. */
  release(): void;
  /** Leaves it to the page from now on: nothing waits for it until `isDue` returns true. */
  leaveToPage(isDue: () => boolean): void;
  /** Removes it after the current task, when the page's listeners have received the same event. */
  releaseAfterTask(): void;
}

interface Outstanding extends Registered {
  readonly description: string;
  /** As the page has given it; null if it is not a request for one, and for a document, which runs before its load ends. */
  url: string | null;
  /** True for the load of an element, false for a request of a script. */
  isOfElement: boolean;
  readonly shows: Shown | null;
  readonly delaysLoad: boolean;
  /** See `Coming`. */
  readonly isOwn: boolean;
  readonly needs: Need;
  owner: Owner;
  rank: number;
  readonly fence: Fence | null;
  isDue: (() => boolean) | null;
  /** True after `leaveToPage`. */
  isLeft: boolean;
  isRegistered: boolean;
  isPaused: boolean;
  deliver: Delivery | null;
}

// A page that starts a new request with each answer, such as a replacement for each missing picture, would never let a
// frame begin. Counting rounds instead of measuring time makes the run continue in the same frame on every machine.
// Loading may take many rounds; within a real frame a browser answers a handful.
const loadingRounds = 1000;
const frameRounds = 100;
// A body that the page feeds is read within two tasks of the browser; four are counted, so that the number is always the
// same.
const dependentTurns = 4;
const quietTurns = 4;
// How often the time limit is checked while nothing happens.
const pollMs = 10;

const frameKinds: ReadonlySet<string> = new Set(["iframe", "embed", "object"]);
const earlyKinds: ReadonlySet<string> = new Set(["img", "image", "input", "link", "use"]);
/** Requests of scripts. The other kinds are loads of elements, whose event is a task after the end of the load. */
const requestKinds: ReadonlySet<string> = new Set(["fetch of", "request of"]);

/** URLs that need no network, and none at all, as of a frame with its document in an attribute. */
const ownContent = /^(?:$|(?:about|blob|data|javascript):)/iu;
/** Those of a picture or a frame whose content comes later than the call, and without the network. */
export const shownContent = /^(?:about:srcdoc|blob:|data:)/iu;

type RealTurns = Pick<RealPrimitives, "now" | "setTimeout" | "clearTimeout" | "turn">;

/** See `QueuedTasks`. */
export interface QueuedBefore {
  areAny(): boolean;
  run(): Promise<void>;
}

/** A delivery that waits for a window below, or for all of them. */
interface AfterBelow {
  readonly deliver: Delivery;
  readonly window: Window | null;
}

/**
 * Holds the results that the browser completes in its own order, and delivers them to the page between frames in the
 * order of the requests. To the page it looks like an infinitely fast network. Real time decides only when a run has
 * waited for too long and ends.
 */
export class AsyncOrder {
  readonly #real: RealTurns;
  readonly #mayDeliver: () => boolean;
  #mayAnswerBeside = (): boolean => true;
  /** By rank. */
  readonly #queue: Outstanding[] = [];
  /** The load of the document. */
  #load: Outstanding | null = null;
  /** Its delivery, if it waits for the realms below. */
  #loadAfterBelow: Delivery | null = null;
  /** True from the document's load until deliveries go on. */
  #hasJustLoaded = false;
  #isLoadDue = false;
  readonly #loadTurns: (() => void)[] = [];
  /** True if a script has run on which the load has waited, and after which no tasks have. */
  #hasScriptRun = false;
  #queued: QueuedBefore | null = null;
  /** Requests that the page has to complete itself. */
  readonly #dependent: Outstanding[] = [];
  /** Deliveries that wait for the realms below. */
  readonly #afterBelow: AfterBelow[] = [];
  readonly #questions: ((isLoading: boolean) => void)[] = [];
  readonly #settled: (() => void)[] = [];
  readonly #looks: (() => Promise<void> | undefined)[] = [];
  readonly #roundFences: Fence[] = [];
  readonly #requested: ((url: string) => void)[] = [];
  /** The URLs of links and of fetches whose bodies were read: of these, not all are awaited. */
  readonly awaitedUrls = new Set<string>();
  #hasPageRun = false;
  #lastRank = 0;
  #requests = 0;
  #codeCount = 0;
  #broadcastCount: number | null = null;
  #hasNewBroadcasts = false;
  #roundsLeft = loadingRounds;
  #isLoading = true;
  #wake: (() => void) | null = null;

  readonly #states: LoadStates;

  /** Nothing is delivered while `mayDeliver` returns false. `tellLoads` tells the harness which loads may arrive. */
  constructor(real: RealTurns, mayDeliver: () => boolean, tellLoads: (state: LoadState) => void = ignore) {
    this.#real = real;
    this.#mayDeliver = mayDeliver;
    this.#states = new LoadStates(mayDeliver, tellLoads);
  }

  /** Wraps a native promise so that it settles at the next delivery. */
  track<T>(description: string, promise: Promise<T>, expectation?: Expectation): Promise<T> {
    return this.hold(this.expect(description, expectation), promise);
  }

  /** Like `track`, for a request that is registered already. `onEnds` is called with functions that end it at once. */
  hold<T>(
    request: Pick<Registered, "complete" | "release">,
    promise: Promise<T>,
    onEnds: (reject: (reason: unknown) => void, resolve: (value: T) => void) => void = ignore,
  ): Promise<T> {
    // A promise that has already settled, such as the rejection of a bad argument, need not be waited for. It has one
    // microtask for that: whether the browser needs more may depend on its caches.
    let isNew = true;
    const complete = (deliver: () => void): void => {
      if (isNew) {
        request.release();
        deliver();
      } else request.complete(deliver);
    };
    const result = new Promise<T>((resolve, reject) => {
      promise.then(
        (value) => {
          complete(() => {
            resolve(value);
          });
        },
        (reason: unknown) => {
          complete(() => {
            // The page must see the browser's own reason, whatever it is.
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
            reject(reason);
          });
        },
      );
      onEnds(
        (reason) => {
          request.release();
          // The same goes for the page's own reason.
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
          reject(reason);
        },
        (value) => {
          request.release();
          resolve(value);
        },
      );
    });
    void Promise.resolve().then(() => {
      isNew = false;
    });
    return result;
  }

  /** Registers something that the page requests from a URL. */
  expectFrom(kind: string, url: string, expectation?: Expectation): Registered {
    this.countRequest(url);
    const isFrame = frameKinds.has(kind);
    const shows = isFrame ? "frames" : earlyKinds.has(kind) ? "others" : null;
    const isOwn = shows !== null && shownContent.test(url);
    const item = this.#register(`${kind} ${url.slice(0, 200)}`, { ...expectation, shows }, isOwn);
    if (!isFrame) item.url = url;
    item.isOfElement = !requestKinds.has(kind);
    return item;
  }

  /** Counts a request, unless its content is in the page already. */
  countRequest(url: string): void {
    if (ownContent.test(url)) return;
    this.#requests += 1;
    for (const tell of this.#requested) tell(url);
  }

  /** The requests so far. */
  requests(): number {
    return this.#requests;
  }

  /** The URLs of the requests whose answers are still to be delivered. Scripts run as they arrive. */
  undelivered(): readonly string[] {
    return [...this.#queue, ...this.#dependent].flatMap(({ url, owner }) => (owner === "script" ? [] : (url ?? [])));
  }

  /** Registers a request. */
  expect(description: string, expectation?: Expectation): Registered {
    return this.#register(description, expectation);
  }

  /**
   * Registers the load of the document. If nothing delays it, it comes before the answers to scripts: that is its place
   * in a browser whose network takes any time. Else it comes after all that has been requested so far.
   */
  expectLoad(): Registered {
    const isDelayed = this.isLoadDelayed();
    const load = this.#register("the load of the document", { comesFirst: !isDelayed });
    this.#load = load;
    this.#isLoadDue = true;
    for (const tell of this.#loadTurns) tell();
    return load;
  }

  /** True for a document that is parsed, until its load has come. Not while a script keeps it open. */
  isLoadDue(): boolean {
    return this.#isLoadDue;
  }

  /** True while an element's script loads, for which the document's load waits, too. */
  isScriptDue(): boolean {
    return this.#queue.some(({ owner, isOfElement }) => owner === "script" && isOfElement);
  }

  /** `tell` is called when `isLoadDue` may have changed. */
  onLoadTurn(tell: () => void): void {
    this.#loadTurns.push(tell);
  }

  /**
   * Queued tasks run after the scripts on which the document's load waits, before anything else is delivered: the browser
   * ends the load in a task, too, if a script was the last. Between the load and the first frame they run before each
   * answer, because no network is as fast.
   */
  runFirst(queued: QueuedBefore): void {
    this.#queued = queued;
  }

  /** True from the end of a document's parsing until the first frame. */
  isBooting(): boolean {
    return this.#isLoading && this.#load !== null;
  }

  /** True while something but the document's load has not arrived. */
  isAnyDue(): boolean {
    return this.#queue.some((item) => item !== this.#load && item.deliver === null);
  }

  /** True once the document's load is in the order. */
  isLoadExpected(): boolean {
    return this.#load !== null;
  }

  /** Takes a load out of the order while it must not begin: nothing waits for it. */
  pause(load: Registered): void {
    if (!isOutstanding(load) || !load.isRegistered || load.isPaused) return;
    this.#takeOut(load);
    this.#count(load, -1);
    load.isPaused = true;
    this.#onChanged();
  }

  isPaused(load: Registered): boolean {
    return isOutstanding(load) && load.isPaused;
  }

  /** Ends a pause. What has been requested meanwhile comes first. */
  resume(load: Registered): void {
    if (!isOutstanding(load) || !load.isRegistered || !load.isPaused) return;
    load.isPaused = false;
    load.rank = this.#lastRank += 1;
    this.#add(load);
  }

  /** Call if nothing may wait for the document's load any more. */
  endLoad(): void {
    this.#isLoadDue = false;
    for (const tell of this.#loadTurns) tell();
  }

  /** True while something loads that the document's `load` has to wait for. */
  isLoadDelayed(): boolean {
    return this.#queue.some(({ delaysLoad }) => delaysLoad);
  }

  /** Delivers something now, or after the document's load if that is still to come. */
  deliverAfterLoad(deliver: Delivery): void | Promise<void> {
    if (this.#loadAfterBelow !== null) this.#afterBelow.push({ deliver, window: null });
    else if (this.#load === null || !this.#queue.includes(this.#load)) return deliver();
    else this.expect("what comes after the load").complete(() => this.deliverAfterLoad(deliver));
    return undefined;
  }

  /** True while the document's load comes next. No task of the page runs before it then. */
  isLoadNext(): boolean {
    if (this.#afterBelow.length > 0) return this.#afterBelow[0]?.deliver === this.#loadAfterBelow;
    return this.#load !== null && this.#queue[0] === this.#load;
  }

  /** True if deliveries have stopped after the document's load, so that what follows from it above comes next. */
  hasJustLoaded(): boolean {
    return this.#hasJustLoaded;
  }

  #register(description: string, expectation: Expectation = {}, isOwn = false): Outstanding {
    const { owner = "browser", after, fence, isDue, comesFirst, shows = null, needs = "nothing" } = expectation;
    this.#lastRank += 1;
    const rank = comesFirst === true ? 0 : (this.#rankOf(after) ?? this.#lastRank);
    const item: Outstanding = {
      ...{ description, owner, rank, fence: fence ?? null, isDue: isDue ?? null, isRegistered: true, deliver: null },
      ...{ isLeft: false, isPaused: false, isOfElement: false, shows, isOwn, needs },
      delaysLoad: delaysLoad(expectation),
      url: after !== undefined && isOutstanding(after) ? after.url : null,
      complete: (deliver) => {
        if (!item.isRegistered) return;
        // Requests after it are ordered by its rank, so it needs its final one.
        if (item.isLeft && item.owner === "page") this.#promote(item);
        this.#count(item, -1);
        item.deliver ??= deliver;
        this.#onChanged();
      },
      release: () => {
        this.#remove(item);
        this.#onChanged();
        // A call that writes the document anew must have ended.
        if (item === this.#load) void this.#real.turn().then(() => this.endLoad());
      },
      leaveToPage: (whenDue) => {
        this.#leave(item, whenDue);
      },
      releaseAfterTask: () => {
        void this.#real.turn().then(item.release);
      },
    };
    this.#add(item);
    return item;
  }

  #add(item: Outstanding): void {
    if (item.owner === "page") {
      this.#dependent.push(item);
      this.#hasPageRun = true;
      if (item.shows !== null) this.#states.noteLater();
    } else this.#enqueue(item);
    this.#count(item, 1);
    this.#states.update();
  }

  /** Counts an item in or out, unless it has arrived. */
  #count({ owner, deliver, needs, shows, isOwn }: Outstanding, change: 1 | -1): void {
    if (deliver !== null || owner === "page") return;
    this.#states.count({ needs: owner === "script" ? needs : null, shows, isOwn }, change);
  }

  #onChanged(): void {
    this.#states.update();
    this.#wake?.();
  }

  /** Delivers what follows from the load of a window below, after that window has got everything that came before it. */
  deliverAfterBelow(window: Window | null, deliver: Delivery): void {
    this.#afterBelow.push({ deliver, window });
  }

  /** Delivers the document's load now, or after those of the frames in it. */
  deliverLoad(deliver: Delivery): void | Promise<void> {
    const deliverNow = async (): Promise<void> => {
      this.#loadAfterBelow = null;
      this.#hasJustLoaded = true;
      await deliver();
      // It may wait for another load now.
      if (this.#load?.isRegistered !== true) this.endLoad();
    };
    if (this.#afterBelow.length === 0) return deliverNow();
    this.#loadAfterBelow = deliverNow;
    this.#afterBelow.push({ deliver: deliverNow, window: null });
    return undefined;
  }

  /** Call when a window below has settled, so that the load of its element comes before those of other windows. */
  async onOneSettled(window: MessageEventSource): Promise<void> {
    if (this.#afterBelow[0]?.window === window) await this.#run(this.#afterBelow.shift()?.deliver ?? null);
  }

  /** Call when the realms below have settled. */
  async onBelowSettled(): Promise<void> {
    for (let next = this.#afterBelow.shift(); next !== undefined; next = this.#afterBelow.shift()) {
      await this.#run(next.deliver);
    }
  }

  isWaiting(): boolean {
    this.#ask();
    const isWaiting = this.#isOwed();
    if (isWaiting) this.#states.update();
    else this.#states.endDeliveries();
    return isWaiting;
  }

  #isOwed(): boolean {
    if (this.#afterBelow.length > 0 || this.#hasJustLoaded) return true;
    if (this.#roundsLeft === 0) return false;
    return this.#queue.length > 0 || (this.#dependent.length > 0 && this.#hasPageRun);
  }

  /** Call when the page makes, or may make, something that loads and shows as soon as it is in the document. */
  noteMade(): void {
    this.#states.noteLater();
  }

  /**
   * `ask` is called to find work that the browser begins without a call of the page: before each answer of `isWaiting`,
   * and after each delivery until the first frame. Until then `isLoading` is true.
   */
  onQuestion(ask: (isLoading: boolean) => void): void {
    this.#questions.push(ask);
  }

  #ask(): void {
    for (const ask of this.#questions) ask(this.#isLoading);
  }

  /** `tell` is called with the URL of each request, as the page has given it. */
  onRequest(tell: (url: string) => void): void {
    this.#requested.push(tell);
  }

  /** `tell` is called each time that everything requested so far has been delivered. */
  onSettled(tell: () => void): void {
    this.#settled.push(tell);
  }

  /** `look` is called where the browser has noted the end of a load: before the event of an element, or after an answer. */
  onDelivery(look: () => Promise<void> | undefined): void {
    this.#looks.push(look);
  }

  /** `fence` is passed before each round of deliveries. */
  onRound(fence: Fence): void {
    this.#roundFences.push(fence);
  }

  /** How often code has loaded: scripts and WebAssembly modules. It grows before the code has run in a frame. */
  codeCount(): number {
    return this.#codeCount;
  }

  /** Call for code that was not loaded by a request of this order. */
  noteCode(): void {
    this.#codeCount += 1;
  }

  /** Messages that the page has sent by broadcast channels, and ends of its locks; null if it has used neither. */
  broadcastCount(): number | null {
    return this.#broadcastCount;
  }

  /** Call when the page makes a broadcast channel or asks for a lock, with 0, and when it sends or a lock ends. */
  noteBroadcasts(count: number): void {
    this.#broadcastCount = (this.#broadcastCount ?? 0) + count;
    this.#hasNewBroadcasts = true;
  }

  /**
   * Resolves when the browser knows of the channels, messages and locks so far. Call before another realm is told of
   * anything that the page has done: its next step may rely on them.
   */
  async sendBroadcasts(): Promise<void> {
    if (!this.#hasNewBroadcasts) return;
    this.#hasNewBroadcasts = false;
    await this.#passFences();
  }

  /**
   * False while something loads that the next task of the page could find there or not: a script, which runs as soon as
   * it arrives, or a picture or a frame with content that is in the page already, which the harness cannot hold.
   */
  mayRunTask(): boolean {
    return !this.#states.isCodeDue() && !this.#states.isOwnDue();
  }

  /** The same for answers, and for all pictures, style sheets and frames that the code which gets one can see or not. */
  mayAnswer(): boolean {
    return this.mayRunTask() && !this.#states.isShownDue();
  }

  /** Nothing is delivered while `mayAnswer`, which tells of the other windows of the origin, returns false. */
  waitBeside(mayAnswer: () => boolean): void {
    this.#mayAnswerBeside = mayAnswer;
  }

  /** See `LoadStates`. */
  isShownDue(): boolean {
    return this.#states.isShownDue();
  }

  /** See `LoadStates`. */
  isOwnFrameDue(): boolean {
    return this.#states.isOwnFrameDue();
  }

  /**
   * Must be called when code of the page runs outside of a delivery, because it may complete requests that depend on
   * the page.
   */
  onPageRun(): void {
    this.#hasPageRun = true;
  }

  /** Waits on the real clock until the next task may run. Throws `SettleTimeout`. */
  async awaitTask(limitMs: number): Promise<void> {
    // The document of a frame may need pictures of its own.
    const waitsForAll = this.#states.isOwnFrameDue();
    const isDone = (): boolean => this.mayRunTask() && !(waitsForAll && this.#states.isShownDue());
    await this.#until(isDone, limitMs, waitsForAll ? "all" : "code");
  }

  /** Call at the beginning of a frame: chains of requests may be answered again. */
  beginFrame(): void {
    this.#isLoading = false;
    this.#roundsLeft = frameRounds;
  }

  /** See `RealmAgent.settle`. */
  async settle(limitMs: number): Promise<void> {
    await this.#deliverAll(limitMs);
    this.#states.endDeliveries();
    if (this.#queue.length === 0) for (const tell of this.#settled) tell();
  }

  async #deliverAll(limitMs: number): Promise<void> {
    let isFirst = true;
    this.#hasJustLoaded = false;
    while (this.#roundsLeft > 0) {
      // A page that takes long to load is asked many times while nothing has been requested.
      if (this.#queue.length > 0) {
        this.#roundsLeft -= 1;
        for (const fence of this.#roundFences) await fence();
      }
      await this.#deliverRound(isFirst, limitMs);
      if (this.#hasJustLoaded) return;
      isFirst = false;
      this.promoteDue();
      if (this.#queue.length > 0 || (await this.#isMoreAsked())) continue;
      const item = await this.#nextDependent();
      if (item !== null) {
        this.#roundsLeft -= 1;
        await this.#deliver(item);
        // Messages that a fence has brought are in the queue now.
      } else if (this.#queue.length === 0) return;
    }
  }

  /** Delivers what is in the queue. Requests that these deliveries start belong to the next round. */
  async #deliverRound(isFirst: boolean, limitMs: number): Promise<void> {
    let hasWaited = isFirst;
    for (let left = this.#queue.length; left > 0 && this.#queue.length > 0; left -= 1) {
      if (await this.#until(() => this.#queue.length === 0 || this.#isHeadReady(), limitMs)) hasWaited = true;
      // Messages of the page to itself need no network, so they come before its answers.
      if (hasWaited) await this.#real.turn();
      hasWaited = false;
      await this.#runQueued();
      const item = this.#queue[0];
      // The last request may have been released, and another one made since.
      if (item !== undefined && this.#isHeadReady()) await this.#deliver(item);
      if (this.#hasJustLoaded) return;
    }
  }

  async #runQueued(): Promise<void> {
    if (this.#queued === null || !this.isBooting() || !this.#isHeadReady()) return;
    const isFirst = this.#hasScriptRun || this.#load?.isRegistered === false;
    this.#hasScriptRun = false;
    if (isFirst && this.#queued.areAny()) await this.#queued.run();
  }

  /** Whether the tasks that follow, such as those of a message channel or of an `import()`, make more requests. */
  async #isMoreAsked(): Promise<boolean> {
    for (let turn = 0; turn < quietTurns && this.#queue.length === 0; turn += 1) await this.#real.turn();
    return this.#queue.length > 0;
  }

  #isHeadReady(): boolean {
    const head = this.#queue[0];
    if (head === undefined || head.deliver === null || !this.mayAnswer() || !this.#mayDeliver()) return false;
    return this.#mayAnswerBeside();
  }

  async #deliver(item: Outstanding): Promise<void> {
    this.#remove(item);
    if (item.isOfElement) await this.#tellDelivery();
    await this.#run(item.deliver);
    if (!item.isOfElement) await this.#tellDelivery();
  }

  async #tellDelivery(): Promise<void> {
    for (const look of this.#looks) {
      const looking = look();
      if (looking === undefined) continue;
      await looking;
      await this.#real.turn();
    }
  }

  async #run(deliver: Delivery | null): Promise<void> {
    this.#hasPageRun = true;
    try {
      const delivered = deliver?.();
      if (delivered !== undefined) await delivered;
    } catch (thrown) {
      reportError(thrown);
    }
    // Each delivery gets its own task, as in the browser, so that its follow-up work runs before the next one.
    await this.#real.turn();
    if (this.#isLoading) this.#ask();
  }

  #leave(item: Outstanding, isDue: () => boolean): void {
    if (!item.isRegistered || item.owner !== "browser" || item.deliver !== null) return;
    this.#takeOut(item);
    this.#count(item, -1);
    Object.assign(item, { owner: "page", isLeft: true, isDue });
    this.#dependent.push(item);
    this.#onChanged();
    if (item === this.#load) this.endLoad();
  }

  /** From now on everything waits for requests of which the page has done its part. Deliveries call it, too. */
  promoteDue(): void {
    for (const item of [...this.#dependent].filter(({ isDue }) => isDue?.() === true)) this.#promote(item);
  }

  #promote(item: Outstanding): void {
    this.#takeOut(item);
    item.owner = "browser";
    // What the page has begun since comes first.
    if (item.isLeft) item.rank = this.#lastRank += 1;
    this.#enqueue(item);
    this.#count(item, 1);
  }

  /** The oldest request that the page has completed. */
  async #nextDependent(): Promise<Outstanding | null> {
    if (this.#dependent.length === 0 || !this.#hasPageRun) return null;
    await this.#passFences();
    for (let turn = 0; turn < dependentTurns; turn += 1) await this.#real.turn();
    const next = this.#dependent.find(({ deliver }) => deliver !== null);
    this.#hasPageRun = next !== undefined;
    return next ?? null;
  }

  async #passFences(): Promise<void> {
    const fences = new Set(this.#dependent.map(({ fence }) => fence).filter((fence) => fence !== null));
    for (const fence of fences) await fence();
  }

  /** Resolves as soon as `isDone`, which is checked whenever a request completes. True if it was not at once. */
  async #until(isDone: () => boolean, limitMs: number, waitsFor: "code" | "all" = "all"): Promise<boolean> {
    const startedMs = this.#real.now();
    if (isDone()) return false;
    this.#states.beginWait(waitsFor);
    try {
      while (!isDone()) {
        if (this.#real.now() - startedMs > limitMs) throw new SettleTimeout(this.#pending());
        this.#states.update();
        await this.#change();
        this.#wake = null;
      }
    } finally {
      this.#states.endWait();
    }
    return true;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const timeout = this.#real.setTimeout(resolve, pollMs);
      this.#wake = () => {
        this.#real.clearTimeout(timeout);
        resolve();
      };
    });
  }

  #pending(): readonly string[] {
    const gate = this.#mayDeliver() ? [] : ["the document's own scripts"];
    const requests = this.#queue.filter((item) => item.deliver === null).map((item) => item.description);
    return [...gate, ...requests];
  }

  #rankOf(request: Registered | undefined): number | null {
    return request === undefined || !isOutstanding(request) ? null : request.rank;
  }

  #insert(item: Outstanding): void {
    let index = this.#queue.length;
    while (index > 0 && (this.#queue[index - 1]?.rank ?? 0) > item.rank) index -= 1;
    this.#queue.splice(index, 0, item);
  }

  /** Takes a request out of the list that it is in. */
  #takeOut(item: Outstanding): void {
    const list = item.owner === "page" ? this.#dependent : this.#queue;
    list.splice(list.indexOf(item), 1);
  }

  /** Puts a request into the queue, and the document's load after it if that has to wait. */
  #enqueue(item: Outstanding): void {
    this.#insert(item);
    const load = this.#load;
    const index = load === null ? -1 : this.#queue.indexOf(load);
    if (load === null || index === -1 || !item.delaysLoad || item.rank < load.rank) return;
    this.#queue.splice(index, 1);
    load.rank = item.rank;
    this.#insert(load);
  }

  #remove(item: Outstanding): void {
    if (!item.isRegistered) return;
    item.isRegistered = false;
    if (item.isPaused) return;
    if (item.owner === "script") this.#codeCount += 1;
    this.#hasScriptRun ||= this.#isLoadDue && item.owner === "script" && item.isOfElement;
    this.#count(item, -1);
    this.#takeOut(item);
  }
}

const ignore = (): void => undefined;

function delaysLoad({ shows = null, delaysLoad: isDelaying = shows !== null }: Expectation): boolean {
  return isDelaying;
}

function isOutstanding(request: Registered): request is Outstanding {
  return "rank" in request;
}
