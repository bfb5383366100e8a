const starts = /\b(?:begin|click|continue|enter|go|launch|new game|ok|okay|play|press|ready|resume|start|tap)\b/iu;

const settings =
  /\b(?:about|audio|config\w*|cookies?|controls?|credits|donate|fork|full ?-?screen|help|language|mute|music|options?|privacy|rules|scores?|settings?|share|sounds?|source|twitter|github|volume)\b/iu;

/** Longer texts tell a story, in which any word may stand. */
const labelLengthMax = 60;

/**
 * How soon a person who wants to play would click on something with this label: the smaller, the sooner; null if not at
 * all. A game's page has buttons for other things as well, often before the one that starts it.
 */
export function promptRank(label: string): number | null {
  if (settings.test(label)) return null;
  return label.length <= labelLengthMax && starts.test(label) ? 0 : 1;
}
