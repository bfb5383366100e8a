import { PbfWriter } from "pbf";

/** One event as a browser writes it. */
export interface WrittenEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  /** Microseconds of CPU time since the event before. */
  readonly addedCpu: number;
  readonly category?: string;
  /** Says its name and its category by number, once they have been said in full. */
  readonly isInterned?: boolean;
  /** Begins anew: what was said before counts no more. */
  readonly isCleared?: boolean;
}

/** Writes a trace in Perfetto's format with one thread in it, as Chromium does. */
export function writeTrace(events: readonly WrittenEvent[], thread = { pid: 7, tid: 8 }): Uint8Array {
  const trackUuid = 2 ** 40 + 5;
  const said = new Map<string, number>();
  const writer = new PbfWriter();
  const packet = (write: (packet: PbfWriter) => void): void => {
    writer.writeMessage(
      1,
      (_, inner) => {
        write(inner);
        inner.writeVarintField(10, 3);
      },
      null,
    );
  };
  packet((inner) => {
    inner.writeMessage(
      60,
      (_, track) => {
        track.writeVarintField(1, trackUuid);
        track.writeMessage(
          4,
          (__, fields) => {
            fields.writeVarintField(1, thread.pid);
            fields.writeVarintField(2, thread.tid);
          },
          null,
        );
      },
      null,
    );
  });
  const sayDefaults = (inner: PbfWriter): void => {
    inner.writeVarintField(13, 1);
    inner.writeMessage(
      59,
      (_, defaults) => {
        defaults.writeMessage(
          11,
          (__, event) => {
            event.writeVarintField(11, trackUuid);
          },
          null,
        );
      },
      null,
    );
  };
  packet(sayDefaults);
  for (const { name, ts, addedCpu, category = "blink.user_timing", isInterned = false, isCleared = false } of events) {
    if (isCleared) {
      said.clear();
      packet(sayDefaults);
    }
    const texts = [category, name];
    const unsaid = texts.filter((text) => !said.has(text));
    if (isInterned) for (const text of unsaid) said.set(text, said.size + 1);
    packet((inner) => {
      inner.writeVarintField(8, ts * 1000);
      inner.writeVarintField(58, 3);
      inner.writeMessage(
        11,
        (_, event) => {
          event.writeVarintField(9, 3);
          event.writePackedVarint(12, [addedCpu]);
          if (isInterned) event.writePackedVarint(3, [said.get(category) ?? 0]);
          else event.writeStringField(22, category);
          if (isInterned) event.writeVarintField(10, said.get(name) ?? 0);
          else event.writeStringField(23, name);
        },
        null,
      );
      if (!isInterned) return;
      inner.writeMessage(
        12,
        (_, interned) => {
          for (const text of unsaid) {
            interned.writeMessage(
              texts.indexOf(text) + 1,
              (__, entry) => {
                entry.writeVarintField(1, said.get(text) ?? 0);
                entry.writeStringField(2, text);
              },
              null,
            );
          }
        },
        null,
      );
    });
  }
  return writer.finish();
}
