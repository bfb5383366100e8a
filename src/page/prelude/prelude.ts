import { agentKey } from "../realm-agent.ts";
import { answerParentRealm } from "./child-realms.ts";
import { installAgent } from "./install-agent.ts";

/** Entry of the bundle that runs before any script of every frame. The harness sets the configuration just before. */
function startPrelude(realm: Window & typeof globalThis): void {
  const config = realm.framegatePreludeConfig;
  if (config === undefined) return;
  realm.framegatePreludeConfig = undefined;
  const { agent, calls } = installAgent(realm, config);
  if (realm.parent === realm) {
    Object.defineProperty(realm, agentKey, { value: agent, enumerable: false });
  } else {
    answerParentRealm(realm, calls);
  }
}

startPrelude(window);
