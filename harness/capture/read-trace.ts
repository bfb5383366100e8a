import { PbfReader } from "pbf";
import type { TraceEvent } from "../../src/formats/trace-event.ts";

// Field numbers of Perfetto's protos/perfetto/trace/trace_packet.proto and its imports. All other fields are skipped:
// https://github.com/google/perfetto/tree/main/protos/perfetto/trace
const packetField = {
  timestamp: 8,
  sequenceId: 10,
  event: 11,
  interned: 12,
  flags: 13,
  clockId: 58,
  defaults: 59,
  track: 60,
};
const eventField = { categoryIids: 3, nameIid: 10, track: 11, counterValues: 12, categories: 22, name: 23 };
const internedField = { categories: 1, names: 2 };
const entryField = { iid: 1, name: 2 };
const trackField = { uuid: 1, thread: 4 };
const threadField = { pid: 1, tid: 2 };
const traceFieldOfPackets = 1;
const defaultsFieldOfEvents = 11;

/** CLOCK_MONOTONIC in nanoseconds, the clock of the marks. */
const monotonicClock = 3;
const flagStateCleared = 1;
const markCategory = "blink.user_timing";

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
  name: string | null;
  nameIid: number;
  track: number | null;
}

interface Packet {
  timestampNs: number;
  clockId: number | null;
  sequenceId: number;
  flags: number;
  defaultTrack: number | null;
  event: EventFields | null;
  readonly categories: Entry[];
  readonly names: Entry[];
  readonly threads: { uuid: number; readonly thread: Thread }[];
}

/** Interned strings and defaults of one packet sequence. */
interface Sequence {
  readonly categories: Map<number, string>;
  readonly names: Map<number, string>;
  track: number | null;
  /** CPU time of its thread, microseconds. Each event adds a delta. */
  threadTime: number;
}

/**
 * Reads the marks of a trace in Perfetto's format, in write order. Chromium needs ten times as long to return a trace
 * as JSON. Throws the errors of `PbfReader` for bytes that are not a trace.
 */
export function readTrace(bytes: Uint8Array): readonly TraceEvent[] {
  const sequences = new Map<number, Sequence>();
  const threads = new Map<number, Thread>();
  const marks: TraceEvent[] = [];
  new PbfReader(bytes).readFields((tag, _, reader) => {
    if (tag !== traceFieldOfPackets) return;
    const packet = readPacket(reader);
    for (const { uuid, thread } of packet.threads) threads.set(uuid, thread);
    const sequence = followSequence(sequences, packet);
    const mark = packet.event === null ? null : readMark(packet, packet.event, sequence);
    const thread = mark === null ? undefined : threads.get(mark.track);
    if (mark !== null && thread !== undefined) marks.push({ name: mark.name, ts: mark.ts, tts: mark.tts, ...thread });
  }, null);
  return marks;
}

/** Applies a packet's state to the packets after it. */
function followSequence(sequences: Map<number, Sequence>, packet: Packet): Sequence {
  const isNew = (packet.flags & flagStateCleared) !== 0;
  const known = isNew ? undefined : sequences.get(packet.sequenceId);
  const sequence = known ?? { categories: new Map(), names: new Map(), track: null, threadTime: 0 };
  sequences.set(packet.sequenceId, sequence);
  for (const { iid, name } of packet.categories) sequence.categories.set(iid, name);
  for (const { iid, name } of packet.names) sequence.names.set(iid, name);
  sequence.track = packet.defaultTrack ?? sequence.track;
  return sequence;
}

interface MarkOnTrack {
  readonly name: string;
  readonly ts: number;
  readonly tts: number;
  readonly track: number;
}

/** Null if the event is not a mark. Its thread time counts anyway. */
function readMark(packet: Packet, event: EventFields, sequence: Sequence): MarkOnTrack | null {
  sequence.threadTime += event.counterValues[0] ?? 0;
  const categories = [...event.categories, ...event.categoryIids.map((iid) => sequence.categories.get(iid))];
  const name = event.name ?? sequence.names.get(event.nameIid);
  const track = event.track ?? sequence.track;
  if (!categories.includes(markCategory) || name === undefined || track === null) return null;
  if (packet.clockId !== monotonicClock) return null;
  return { name, track, ts: packet.timestampNs / 1000, tts: sequence.threadTime };
}

function readPacket(reader: PbfReader): Packet {
  const packet: Packet = {
    ...{ timestampNs: 0, clockId: null, sequenceId: 0, flags: 0, defaultTrack: null, event: null },
    ...{ categories: [], names: [], threads: [] },
  };
  return reader.readMessage(readPacketField, packet);
}

function readPacketField(tag: number, packet: Packet, reader: PbfReader): void {
  switch (tag) {
    case packetField.timestamp:
      packet.timestampNs = reader.readVarint();
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

function readEvent(reader: PbfReader): EventFields {
  const event: EventFields = {
    categoryIids: [],
    categories: [],
    counterValues: [],
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
