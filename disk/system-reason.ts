const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its links form a circle",
  ENXIO: "it is not a regular file",
};

/** Puts a system error into words that complete "Cannot read it: ...". A rare error keeps the system's own text. */
export function systemReason(thrown: unknown): string {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
  const known = typeof code === "string" ? reasons[code] : undefined;
  return known ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
