import { entry } from "./error-entry.ts";

/** The part of the catalogue about running servers as games. */
export const serverErrors = {
  "server-not-local": entry<{ url: string }>({
    exit: "usage",
    message: ({ url }) => `${url} is not the address of a server on this machine.`,
    hint: () =>
      "Pass http://localhost:PORT, 127.0.0.1 or [::1]. Other machines are not supported: their runs would not be repeatable.",
    where: ({ url }) => url,
  }),
  "server-no-page": entry<{ url: string; /** Follows "The server". */ reason: string }>({
    exit: "usage",
    message: ({ url, reason }) => `There is no page to run at ${url}: the server ${reason}.`,
    hint: () => "Pass the address that the server prints, with its path.",
    where: ({ url }) => url,
  }),
  "server-failed": entry<{ url: string; reason: string }>({
    exit: "game",
    message: ({ url, reason }) => `The server cannot serve ${url}: it ${reason}.`,
    hint: () => "Open the address in a browser, or read what the server prints.",
    where: ({ url }) => url,
  }),
  "server-not-reached": entry<{ url: string; reason: string }>({
    exit: "environment",
    message: ({ url, reason }) => `The server at ${url} cannot be reached: ${reason}.`,
    hint: () => "Start it first, and wait until it prints its address.",
    where: ({ url }) => url,
  }),
} as const;
