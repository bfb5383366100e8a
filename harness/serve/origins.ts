// Two host names of one site: their pages share a main thread, but cannot access each other. `localhost` makes them
// secure contexts without a certificate. The resolver rules hide the port, so an origin is always the same.
export const hostName = "game.framegate.localhost";
export const embedName = "embed.framegate.localhost";

/** Origins of a site: the host page's, and that of unmodified pages. */
export interface SiteOrigins {
  readonly host: string;
  readonly embed: string;
}

/** Origins of a measured run. */
export const runOrigins: SiteOrigins = { host: `http://${hostName}`, embed: `http://${embedName}` };
