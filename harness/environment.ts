/** The environment variables that a decision may read. */
export type Environment = Readonly<Record<string, string | undefined>>;
