/** The game that an artefact was made from. Unknown fields are null. */
export interface ArtefactIdentity {
  readonly name: string;
  readonly version: string | null;
  readonly appId: string | null;
}

/** The reason why an artefact does not belong to a game. */
export interface Orphan {
  readonly kind: "other-game" | "other-version";
  /** Two clauses that follow the name of the artefact, such as "The tape a.tape.json". */
  readonly reason: string;
}

/**
 * Checks whether a tape, report or baseline comes from another game, or from another version of it; null if it does
 * not. A field that the artefact lacks is not compared. A game with an application id may change its name. A different
 * engine version or manifest hash is mentioned in a comparison, but does not prevent it.
 */
export function findOrphan(artefact: ArtefactIdentity, game: ArtefactIdentity): Orphan | null {
  if (isOtherGame(artefact, game)) {
    const reason = `was made for the game ${nameOf(artefact)}, and this is ${nameOf(game)}`;
    return { kind: "other-game", reason };
  }
  if (artefact.version === null || game.version === null || artefact.version === game.version) return null;
  const versions = [artefact.version, game.version].map((version) => JSON.stringify(version));
  const reason = `was made for version ${versions.join(" of the game, and this is version ")}`;
  return { kind: "other-version", reason };
}

function isOtherGame(artefact: ArtefactIdentity, game: ArtefactIdentity): boolean {
  if (artefact.appId !== null && game.appId !== null) return artefact.appId !== game.appId;
  return artefact.name !== game.name;
}

function nameOf({ name, appId }: ArtefactIdentity): string {
  return appId === null ? JSON.stringify(name) : `${JSON.stringify(name)} (${appId})`;
}
