// Two host names of one site: their pages share a main thread, but cannot access each other. `localhost` makes them
// secure contexts without a certificate. The resolver rules hide the port, so an origin is always the same.
export const hostName = "game.framegate.localhost";
export const embedName = "embed.framegate.localhost";

/** The origin of the host's own page. */
export const hostOrigin = `http://${hostName}`;

/** The origin of unmodified pages. */
export const embedOrigin = `http://${embedName}`;
