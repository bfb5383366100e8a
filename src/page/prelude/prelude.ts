import { withIndexPage } from "../../formats/index-page.ts";
import { agentKey } from "../realm-agent.ts";
import { answerParentRealm } from "./realms/child-realms.ts";
import { installAgent } from "./agent/install-agent.ts";

/** Entry of the bundle that runs before any script of every frame. The harness sets the configuration just before. */
function startPrelude(realm: Window & typeof globalThis): void {
  const given = realm.framegatePreludeConfig;
  if (given === undefined) return;
  Reflect.deleteProperty(realm, "framegatePreludeConfig");
  const { secret, ...config } = given;
  const place = {
    realmName: nameOf(realm),
    postedCount: () => 0,
    takePosts: () => null,
    secret,
    worker: null,
    onUncaught: null,
  };
  const { agent, calls } = installAgent(realm, config, place);
  if (realm.parent === realm) {
    Object.defineProperty(realm, agentKey, { value: agent, enumerable: false, configurable: true });
  } else {
    answerParentRealm(realm, secret, calls);
  }
}

/**
 * The name of a realm. Two frames of a page share random streams only if their realms have the same name. The path of
 * a blob is random. A folder's address stands for its index page; the host page, which no server names, keeps its own.
 */
function nameOf({ location: { protocol, pathname }, parent, self }: Window): string {
  if (protocol === "blob:") return "blob";
  return parent === self ? pathname : withIndexPage(pathname);
}

startPrelude(window);
