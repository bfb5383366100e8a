import { startHost } from "./host.ts";

// The host page of an unmodified game has no roots of its own; it only embeds the game.
startHost({ roots: [], needsTurns: true });
