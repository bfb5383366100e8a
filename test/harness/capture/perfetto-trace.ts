import { PbfWriter } from "pbf";

/** One event as written by a browser. */
export interface WrittenEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  /** Microseconds of CPU time since the previous event. */
  readonly addedCpu: number;
  readonly category?: string;
  /** A mark is an instant. The end of a slice is written without its name and category. */
  readonly kind?: "instant" | "begin" | "end";
  /** A track other than that of the thread. */
  readonly track?: number;
  /** Refers to its name and category by number, once they have been written in full. */
  readonly isInterned?: boolean;
  /** Clears all numbers first. */
  readonly isCleared?: boolean;
}

/** Writes a trace in Perfetto's format with one thread, like Chromium. */
export function writeTrace(events: readonly WrittenEvent[], thread = { pid: 7, tid: 8 }): Uint8Array {
  const writer = new TraceWriter();
  writer.writeThread(thread);
  writer.writeDefaults();
  for (const event of events) writer.writeEvent(event);
  return writer.finish();
}

const trackUuid = 2 ** 40 + 5;
const typeNumbers = { begin: 1, end: 2, instant: 3 } as const;

class TraceWriter {
  readonly #writer = new PbfWriter();
  /** Interning number of each text written in full. */
  readonly #numbers = new Map<string, number>();

  finish(): Uint8Array {
    return this.#writer.finish();
  }

  writeThread({ pid, tid }: { readonly pid: number; readonly tid: number }): void {
    this.#writePacket((packet) => {
      writeMessage(packet, 60, (track) => {
        track.writeVarintField(1, trackUuid);
        writeMessage(track, 4, (thread) => {
          thread.writeVarintField(1, pid);
          thread.writeVarintField(2, tid);
        });
      });
    });
  }

  /** Clears the numbers of all texts, and names the track of the events that follow. */
  writeDefaults(): void {
    this.#numbers.clear();
    this.#writePacket((packet) => {
      packet.writeVarintField(13, 1);
      writeMessage(packet, 59, (defaults) => {
        writeMessage(defaults, 11, (event) => {
          event.writeVarintField(11, trackUuid);
        });
      });
    });
  }

  writeEvent(written: WrittenEvent): void {
    const { name, ts, category = "blink.user_timing", isInterned = false, isCleared = false } = written;
    const { kind = "instant", track } = written;
    if (isCleared) this.writeDefaults();
    const texts = [category, name];
    const added = isInterned ? texts.filter((text) => !this.#numbers.has(text)) : [];
    for (const text of added) this.#numbers.set(text, this.#numbers.size + 1);
    this.#writePacket((packet) => {
      packet.writeVarintField(8, ts * 1000);
      packet.writeVarintField(58, 3);
      writeMessage(packet, 11, (event) => {
        event.writeVarintField(9, typeNumbers[kind]);
        if (track !== undefined) event.writeVarintField(11, track);
        event.writePackedVarint(12, [written.addedCpu]);
        if (kind === "end") return;
        if (isInterned) event.writePackedVarint(3, [this.#numberOf(category)]);
        else event.writeStringField(22, category);
        if (isInterned) event.writeVarintField(10, this.#numberOf(name));
        else event.writeStringField(23, name);
      });
      if (isInterned) this.#writeNumbers(packet, texts, added);
    });
  }

  #writeNumbers(packet: PbfWriter, texts: readonly string[], added: readonly string[]): void {
    writeMessage(packet, 12, (interned) => {
      for (const text of added) {
        writeMessage(interned, texts.indexOf(text) + 1, (entry) => {
          entry.writeVarintField(1, this.#numberOf(text));
          entry.writeStringField(2, text);
        });
      }
    });
  }

  #numberOf(text: string): number {
    return this.#numbers.get(text) ?? 0;
  }

  #writePacket(write: (packet: PbfWriter) => void): void {
    writeMessage(this.#writer, 1, (packet) => {
      write(packet);
      packet.writeVarintField(10, 3);
    });
  }
}

function writeMessage(writer: PbfWriter, field: number, write: (message: PbfWriter) => void): void {
  writer.writeMessage(
    field,
    (_, message) => {
      write(message);
    },
    null,
  );
}
