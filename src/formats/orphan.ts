/** What an artefact says about the game that it was made of. Null where that is not known. */
export interface ArtefactIdentity {
  readonly name: string;
  readonly version: string | null;
  readonly appId: string | null;
}

/** Why an artefact does not belong to a game. */
export interface Orphan {
  readonly kind: "other-game" | "other-version";
  /** Two clauses to follow what it is, such as "The tape a.tape.json". */
  readonly reason: string;
}

/**
 * Whether a tape, a report or a baseline was made of another game, or of another version of it, than the one at hand; null
 * where it belongs. What an artefact leaves out tells nothing against it. A game with an application id may change its
 * name. The engine's version and the manifest's hash may differ: they are told with a comparison, and do not forbid it.
 */
export function findOrphan(artefact: ArtefactIdentity, game: ArtefactIdentity): Orphan | null {
  if (isOtherGame(artefact, game)) {
    const reason = `was made of the game ${nameOf(artefact)}, and this is ${nameOf(game)}`;
    return { kind: "other-game", reason };
  }
  if (artefact.version === null || game.version === null || artefact.version === game.version) return null;
  const versions = [artefact.version, game.version].map((version) => JSON.stringify(version));
  const reason = `was made of version ${versions.join(" of the game, and this is version ")}`;
  return { kind: "other-version", reason };
}

function isOtherGame(artefact: ArtefactIdentity, game: ArtefactIdentity): boolean {
  if (artefact.appId !== null && game.appId !== null) return artefact.appId !== game.appId;
  return artefact.name !== game.name;
}

function nameOf({ name, appId }: ArtefactIdentity): string {
  return appId === null ? JSON.stringify(name) : `${JSON.stringify(name)} (${appId})`;
}
