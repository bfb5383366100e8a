import type { ChildProcess } from "node:child_process";

/** The folders of one fault. They are made for it and removed after it. */
export interface Place {
  /** The working directory of the command. */
  readonly folder: string;
  /** `TMPDIR` of the command. It must be empty afterwards. */
  readonly temporary: string;
  /** Writes a file below the folder and returns its absolute path. */
  write(path: string, content: string | Uint8Array): string;
}

/** A running command, and the ways in which a fault can strike it. */
export interface Victim {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly place: Place;
  /** Everything that it has written to its standard error so far. */
  said(): string;
  /** Its own processes and those of its browser whose command line matches. */
  processes(commandLine: RegExp): readonly number[];
}

/** The expected outcome of a fault. */
export interface Expected {
  /** The exit code, or several if the outcome depends on timing. Null is an end by a signal. */
  readonly exit: number | null | readonly (number | null)[];
  /** The stable code of the error or of a finding of the report; null for no code. */
  readonly code: string | null | readonly (string | null)[];
  /** A part of the command's output. */
  readonly says?: RegExp;
  /** The limit of its output in bytes. The default is a megabyte. */
  readonly saysBytesMax?: number;
  /** Real milliseconds from the fault to the end of the command, on a quiet machine. */
  readonly withinMs: number;
}

/** The action on a running command, done once. The time of the fault begins then. */
export interface Strike {
  /** A text in its standard error, or real milliseconds from its start. */
  readonly when: string | number;
  readonly act: (victim: Victim) => unknown;
}

/** A fault: a command line, what happens to it, and the expected outcome. */
export interface Fault {
  readonly name: string;
  readonly args: readonly string[] | ((place: Place) => readonly string[]);
  /** Files of the game and the like. */
  readonly prepare?: (place: Place) => unknown;
  /** Environment variables of the command; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>> | ((place: Place) => Readonly<Record<string, string>>);
  /** A program that runs the command, with its arguments, such as `unshare -n`. */
  readonly through?: readonly string[];
  readonly strike?: Strike;
  readonly expected: Expected;
  /** After SIGKILL the command leaves files, but its browser must still end. */
  readonly mayLeaveFiles?: boolean;
  /** Whether it is part of the sample that runs with the tests. */
  readonly inCi?: boolean;
  /** Why this machine cannot show the fault; null if it can. */
  readonly skipped?: () => string | null;
}

/** Faults of one kind, under the heading of their part of the table. */
export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly Fault[];
}
