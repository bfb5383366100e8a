import { agentKey } from "../realm-agent.ts";
import { answerParentRealm } from "./realms/child-realms.ts";
import { installAgent } from "./agent/install-agent.ts";

/** Entry of the bundle that runs before any script of every frame. The harness sets the configuration just before. */
function startPrelude(realm: Window & typeof globalThis): void {
  const given = realm.framegatePreludeConfig;
  if (given === undefined) return;
  Reflect.deleteProperty(realm, "framegatePreludeConfig");
  const { secret, ...config } = given;
  const { protocol, pathname } = realm.location;
  const place = {
    // Two frames of a page share random streams only if they have the same path. That of a blob is random.
    realmName: protocol === "blob:" ? "blob" : pathname,
    postedCount: () => 0,
    takePosts: () => null,
    secret,
    worker: null,
  };
  const { agent, calls } = installAgent(realm, config, place);
  if (realm.parent === realm) {
    Object.defineProperty(realm, agentKey, { value: agent, enumerable: false, configurable: true });
  } else {
    answerParentRealm(realm, secret, calls);
  }
}

startPrelude(window);
