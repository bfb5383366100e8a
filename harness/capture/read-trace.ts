import { PbfReader } from "pbf";
import type { FrameTrace, ThreadSlice, TraceEvent } from "../../src/formats/trace-event.ts";

// Field numbers of Perfetto's protos/perfetto/trace/trace_packet.proto and its imports. All other fields are skipped:
// https://github.com/google/perfetto/tree/main/protos/perfetto/trace
const packetField = {
  clocks: 6,
  timestamp: 8,
  sequenceId: 10,
  event: 11,
  interned: 12,
  flags: 13,
  clockId: 58,
  defaults: 59,
  track: 60,
};
const eventField = { categoryIids: 3, type: 9, nameIid: 10, track: 11, counterValues: 12, categories: 22, name: 23 };
const internedField = { categories: 1, names: 2 };
const entryField = { iid: 1, name: 2 };
const trackField = { uuid: 1, thread: 4 };
const threadField = { pid: 1, tid: 2 };
const clockField = { timestamp: 2, isIncremental: 3, unitNs: 4 };
const traceFieldOfPackets = 1;
const clocksFieldOfSnapshots = 1;
const defaultsFieldOfEvents = 11;

/** CLOCK_MONOTONIC in nanoseconds, the clock of the marks. */
const monotonicClock = 3;
const flagStateCleared = 1;
const sliceBegin = 1;
const sliceEnd = 2;

/** The category of `performance.mark`. */
export const markCategory = "blink.user_timing";
/** The category of V8's collector. `v8` has it too, but also an event for each call of a listener. */
export const collectorCategory = "disabled-by-default-v8.gc";
/** The fewest events among the categories of the browser's frames. */
export const renderingCategory = "benchmark";
const renderingName = "ProxyMain::BeginMainFrame";
/** Style and layout, which a page would need without a picture, too. */
const layoutName = "LocalFrameView::RunStyleAndLayoutLifecyclePhases";

interface Entry {
  iid: number;
  name: string;
}

interface Thread {
  pid: number;
  tid: number;
}

interface EventFields {
  readonly categoryIids: number[];
  readonly categories: string[];
  readonly counterValues: number[];
  type: number;
  name: string | null;
  nameIid: number;
  track: number | null;
}

interface Clock {
  timestamp: number;
  isIncremental: boolean;
  unitNs: number;
}

interface Packet {
  /** In units of its clock. */
  timestamp: number;
  /** Null for the clock of its sequence. */
  clockId: number | null;
  sequenceId: number;
  flags: number;
  defaultTrack: number | null;
  event: EventFields | null;
  readonly categories: Entry[];
  readonly names: Entry[];
  readonly threads: { uuid: number; readonly thread: Thread }[];
  /** Clocks that are set. */
  readonly clocks: Clock[];
}

/** Interned strings and defaults of one packet sequence. */
interface Sequence {
  readonly categories: Map<number, string>;
  readonly names: Map<number, string>;
  track: number | null;
  /** CPU time of its thread, microseconds. Each event adds a delta. */
  threadTime: number;
  /** The time of its last packet, microseconds. Each packet adds a delta in units of the clock. */
  time: number;
  unitNs: number;
}

/**
 * Reads the marks, the garbage collections and the renderings of a trace in Perfetto's format, in write order. Chromium
 * needs ten times as long to return a trace as JSON. Throws the errors of `PbfReader` for bytes that are not a trace.
 */
export function readTrace(bytes: Uint8Array): FrameTrace {
  const sequences = new Map<number, Sequence>();
  const threads = new Map<number, Thread>();
  const slices = new Map<number, OpenSlice[]>();
  const marks: TraceEvent[] = [];
  const collections: ThreadSlice[] = [];
  const renderings: ThreadSlice[] = [];
  new PbfReader(bytes).readFields((tag, _, reader) => {
    if (tag !== traceFieldOfPackets) return;
    const packet = readPacket(reader);
    for (const { uuid, thread } of packet.threads) threads.set(uuid, thread);
    const sequence = followSequence(sequences, packet);
    const event = packet.event === null ? null : placeEvent(packet, packet.event, sequence);
    const thread = event === null ? undefined : threads.get(event.track);
    // Events on other tracks, such as those of the stages of a collection, have no thread time.
    if (event === null || thread === undefined) return;
    const mark = readMark(event);
    if (mark !== null) marks.push({ ...mark, ...thread });
    const { kind, ...slice } = followSlices(slices, event) ?? begunBefore;
    if (kind === "collection") collections.push({ ...slice, ...thread });
    if (kind === "rendering") renderings.push({ ...slice, ...thread });
  }, null);
  return { marks, collections, renderings };
}

/** Applies a packet's state to the packets after it. */
function followSequence(sequences: Map<number, Sequence>, packet: Packet): Sequence {
  const isNew = (packet.flags & flagStateCleared) !== 0;
  const known = isNew ? undefined : sequences.get(packet.sequenceId);
  const sequence = known ?? { categories: new Map(), names: new Map(), track: null, threadTime: 0, time: 0, unitNs: 1 };
  sequences.set(packet.sequenceId, sequence);
  for (const { iid, name } of packet.categories) sequence.categories.set(iid, name);
  for (const { iid, name } of packet.names) sequence.names.set(iid, name);
  sequence.track = packet.defaultTrack ?? sequence.track;
  for (const { timestamp, isIncremental, unitNs } of packet.clocks) {
    if (isIncremental) [sequence.time, sequence.unitNs] = [(timestamp * unitNs) / 1000, unitNs];
  }
  if (packet.clockId === null) sequence.time += (packet.timestamp * sequence.unitNs) / 1000;
  return sequence;
}

/** An event with what its sequence says about it. */
interface PlacedEvent {
  readonly type: number;
  readonly name: string | undefined;
  readonly categories: readonly (string | undefined)[];
  readonly track: number;
  /** Microseconds. */
  readonly ts: number;
  readonly tts: number;
}

/** Every event adds to the thread time of its sequence. Null if it is on no track. */
function placeEvent({ clockId, timestamp }: Packet, event: EventFields, sequence: Sequence): PlacedEvent | null {
  sequence.threadTime += event.counterValues[0] ?? 0;
  const track = event.track ?? sequence.track;
  if (track === null) return null;
  return {
    type: event.type,
    name: event.name ?? sequence.names.get(event.nameIid),
    categories: [...event.categories, ...event.categoryIids.map((iid) => sequence.categories.get(iid))],
    track,
    ts: clockId === monotonicClock ? timestamp / 1000 : sequence.time,
    tts: sequence.threadTime,
  };
}

/** Null if the event is not a mark. */
function readMark({ name, categories, ts, tts }: PlacedEvent): Pick<TraceEvent, "name" | "ts" | "tts"> | null {
  return !categories.includes(markCategory) || name === undefined ? null : { name, ts, tts };
}

type SliceKind = "collection" | "rendering" | "layout" | "other";

/** A slice that has begun. Its end has no name and no category. */
interface OpenSlice {
  readonly kind: SliceKind;
  readonly ts: number;
  /** Thread time at its start. */
  readonly tts: number;
  /** The time of the layouts in it. */
  layoutUs: number;
}

interface EndedSlice extends Omit<ThreadSlice, "pid" | "tid"> {
  readonly kind: SliceKind;
}

const begunBefore: EndedSlice = { kind: "other", ts: 0, wallUs: 0, tts: 0, cpuUs: 0 };

/** Keeps the open slices of each track, and returns the one that an event ends, without the layouts in it. */
function followSlices(slices: Map<number, OpenSlice[]>, event: PlacedEvent): EndedSlice | null {
  const open = slices.get(event.track) ?? [];
  slices.set(event.track, open);
  if (event.type === sliceBegin) {
    const kind = kindOf(event);
    // Collections and layouts consist of slices within each other, which would count their time several times.
    const isInner = open.some((each) => each.kind === kind);
    open.push({ kind: isInner ? "other" : kind, ts: event.ts, tts: event.tts, layoutUs: 0 });
  }
  const ended = event.type === sliceEnd ? open.pop() : undefined;
  if (ended === undefined) return null;
  const { kind, ts, tts, layoutUs } = ended;
  const cpuUs = event.tts - tts - layoutUs;
  const around = open.find((each) => each.kind === "rendering");
  if (kind === "layout" && around !== undefined) around.layoutUs += cpuUs;
  return { kind, ts, wallUs: event.ts - ts, tts, cpuUs };
}

function kindOf({ name, categories }: PlacedEvent): SliceKind {
  if (categories.includes(collectorCategory)) return "collection";
  if (name === renderingName) return "rendering";
  return name === layoutName ? "layout" : "other";
}

function readPacket(reader: PbfReader): Packet {
  const packet: Packet = {
    ...{ timestamp: 0, clockId: null, sequenceId: 0, flags: 0, defaultTrack: null, event: null },
    ...{ categories: [], names: [], threads: [], clocks: [] },
  };
  return reader.readMessage(readPacketField, packet);
}

function readPacketField(tag: number, packet: Packet, reader: PbfReader): void {
  switch (tag) {
    case packetField.clocks:
      reader.readMessage(readClockSnapshotField, packet);
      break;
    case packetField.timestamp:
      packet.timestamp = reader.readVarint();
      break;
    case packetField.clockId:
      packet.clockId = reader.readVarint();
      break;
    case packetField.sequenceId:
      packet.sequenceId = reader.readVarint();
      break;
    case packetField.flags:
      packet.flags = reader.readVarint();
      break;
    case packetField.event:
      packet.event = readEvent(reader);
      break;
    case packetField.interned:
      reader.readMessage(readInternedField, packet);
      break;
    case packetField.defaults:
      reader.readMessage(readDefaultsField, packet);
      break;
    case packetField.track:
      packet.threads.push(reader.readMessage(readTrackField, { uuid: 0, thread: { pid: 0, tid: 0 } }));
      break;
  }
}

function readClockSnapshotField(tag: number, { clocks }: Packet, reader: PbfReader): void {
  if (tag !== clocksFieldOfSnapshots) return;
  clocks.push(reader.readMessage(readClockField, { timestamp: 0, isIncremental: false, unitNs: 1 }));
}

function readClockField(tag: number, clock: Clock, reader: PbfReader): void {
  if (tag === clockField.timestamp) clock.timestamp = reader.readVarint();
  if (tag === clockField.isIncremental) clock.isIncremental = reader.readBoolean();
  if (tag === clockField.unitNs) clock.unitNs = reader.readVarint();
}

function readEvent(reader: PbfReader): EventFields {
  const event: EventFields = {
    categoryIids: [],
    categories: [],
    counterValues: [],
    type: 0,
    name: null,
    nameIid: 0,
    track: null,
  };
  return reader.readMessage(readEventField, event);
}

function readEventField(tag: number, event: EventFields, reader: PbfReader): void {
  switch (tag) {
    case eventField.categoryIids:
      reader.readPackedVarint(event.categoryIids);
      break;
    case eventField.type:
      event.type = reader.readVarint();
      break;
    case eventField.categories:
      event.categories.push(reader.readString());
      break;
    case eventField.counterValues:
      reader.readPackedVarint(event.counterValues, true);
      break;
    case eventField.name:
      event.name = reader.readString();
      break;
    case eventField.nameIid:
      event.nameIid = reader.readVarint();
      break;
    case eventField.track:
      event.track = reader.readVarint();
      break;
  }
}

function readInternedField(tag: number, packet: Packet, reader: PbfReader): void {
  if (tag === internedField.categories) packet.categories.push(readEntry(reader));
  if (tag === internedField.names) packet.names.push(readEntry(reader));
}

function readEntry(reader: PbfReader): Entry {
  return reader.readMessage(
    (tag, entry, inner) => {
      if (tag === entryField.iid) entry.iid = inner.readVarint();
      if (tag === entryField.name) entry.name = inner.readString();
    },
    { iid: 0, name: "" },
  );
}

function readDefaultsField(tag: number, packet: Packet, reader: PbfReader): void {
  if (tag === defaultsFieldOfEvents) packet.defaultTrack = readEvent(reader).track;
}

function readTrackField(tag: number, track: { uuid: number; readonly thread: Thread }, reader: PbfReader): void {
  if (tag === trackField.uuid) track.uuid = reader.readVarint();
  if (tag === trackField.thread) reader.readMessage(readThreadField, track.thread);
}

function readThreadField(tag: number, thread: Thread, reader: PbfReader): void {
  if (tag === threadField.pid) thread.pid = reader.readVarint();
  if (tag === threadField.tid) thread.tid = reader.readVarint();
}
