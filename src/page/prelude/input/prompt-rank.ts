const starts = /\b(?:begin|click|continue|enter|go|launch|new game|ok|okay|play|press|ready|resume|start|tap)\b/iu;

const settings =
  /\b(?:about|audio|config\w*|cookies?|controls?|credits|donate|fork|full ?-?screen|help|language|mute|music|options?|privacy|rules|scores?|settings?|share|sounds?|source|twitter|github|volume)\b/iu;

/**
 * How soon a person who wants to play would click on an element: the smaller, the sooner. A game's page has buttons for
 * other things as well, often before the one that starts it, and links that leave it.
 */
export function promptRank(label: string, leadsAway: boolean): number {
  if (leadsAway) return 3;
  if (settings.test(label)) return 2;
  return starts.test(label) ? 0 : 1;
}
