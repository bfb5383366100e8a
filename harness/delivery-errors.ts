import { entry } from "./error-entry.ts";

/** Errors about how a game is delivered: its tiers, and the limits of a hosted builder. */
export const deliveryErrors = {
  "tier-unsupported": entry<{ rootId: string; context: string; where: string }>({
    exit: "usage",
    message: ({ rootId, context }) => `Root "${rootId}" declares that it is unsupported in the context ${context}.`,
    hint: ({ context }) =>
      `Run it with --context ${context === "local" ? "hosted" : "local"}, or change "${context}" in its "capabilities".`,
    where: ({ where }) => where,
  }),
  "hosted-page-missing": entry<{ rootId: string; strategy: string; where: string }>({
    exit: "usage",
    message: ({ rootId, strategy }) =>
      `Root "${rootId}" is ${strategy}, which needs a bundler: hosted, it falls back to opaque-embed, and it has no page to embed.`,
    hint: () =>
      'Give it the page of a build as "entryHtml", or make it "shared" if one copy of its runtime is installed.',
    where: ({ where }) => where,
  }),
  "hosted-import": entry<{ what: string; instead: string; where: string }>({
    exit: "usage",
    message: ({ what }) => `A hosted build does not support this: ${what}.`,
    hint: ({ instead }) => `Build the game with Vite, by --context local, or change the source. ${instead}`,
    where: ({ where }) => where,
  }),
} as const;
