import { type CellKind, everywhere, inDocuments, inPage, named, neutral } from "../cell.ts";

const shared = { group: "Randomness and names", handling: neutral };

export const randomness: readonly CellKind[] = [
  { ...shared, name: "Math.random", realms: everywhere, code: `show(Math.random());`, shows: /0\.\d+/ },
  {
    ...shared,
    name: "crypto.getRandomValues",
    realms: everywhere,
    code: `show([...crypto.getRandomValues(new Uint8Array(8))]);`,
    shows: /\d+,\d+/,
  },
  { ...shared, name: "crypto.randomUUID", realms: everywhere, code: `show(crypto.randomUUID());`, shows: /-4/ },
  {
    ...shared,
    name: "URL.createObjectURL",
    realms: everywhere,
    code: `const url = URL.createObjectURL(new Blob(["text"])); show(url); show(await (await fetch(url)).text());`,
    shows: /blob:.*\n.*text/,
  },
  {
    ...shared,
    name: "subtle.generateKey (AES)",
    realms: everywhere,
    code: `const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]); show([...new Uint8Array(await crypto.subtle.exportKey("raw", key))]);`,
    shows: /\d+,\d+/,
  },
  {
    ...shared,
    name: "subtle.generateKey (HMAC)",
    realms: everywhere,
    code: `const key = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]); show((await crypto.subtle.exportKey("jwk", key)).k);`,
    shows: /\w{20}/,
  },
  {
    ...shared,
    name: "subtle.generateKey (ECDSA)",
    realms: everywhere,
    code: `const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
show((await crypto.subtle.exportKey("jwk", pair.publicKey)).x);`,
    shows: /\w{20}/,
  },
  {
    ...shared,
    name: "subtle.generateKey (Ed25519, X25519, ECDH)",
    realms: everywhere,
    code: `const show1 = async (algorithm, uses) => { const { privateKey } = await crypto.subtle.generateKey(algorithm, true, uses); show((await crypto.subtle.exportKey("jwk", privateKey)).x); };
await show1("Ed25519", ["sign", "verify"]); await show1({ name: "ECDH", namedCurve: "P-384" }, ["deriveBits"]); await show1({ name: "ECDH", namedCurve: "P-521" }, ["deriveBits"]); await show1("X25519", ["deriveBits"]);`,
    shows: /\w{20}[^]*\w{20}[^]*\w{20}/,
  },
  {
    ...shared,
    name: "subtle.generateKey (RSA)",
    realms: everywhere,
    handling: named("SubtleCrypto.generateKey"),
    code: `await crypto.subtle.generateKey({ name: "RSA-OAEP", modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1), hash: "SHA-256" }, true, ["encrypt", "decrypt"]); show("made");`,
    shows: /made/,
  },
  {
    ...shared,
    name: "letters of the URL of an empty blob",
    realms: everywhere,
    code: `show([...URL.createObjectURL(new Blob()).slice(-36)].join(" ")); URL.revokeObjectURL(URL.createObjectURL(new Blob([])));`,
    shows: /\w \w/,
  },
  {
    ...shared,
    name: "subtle.sign (ECDSA)",
    realms: everywhere,
    handling: named("SubtleCrypto.sign"),
    code: `const jwk = { kty: "EC", crv: "P-256", d: "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE", x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM" };
const key = await crypto.subtle.importKey("jwk", jwk, { name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
show([...new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, new Uint8Array(4)))]);`,
    shows: /\d+,\d+/,
  },
  {
    ...shared,
    name: "subtle.digest",
    realms: everywhere,
    code: `await race({ large: crypto.subtle.digest("SHA-512", new Uint8Array(4e6)), small: crypto.subtle.digest("SHA-1", new Uint8Array(1)) });`,
    shows: /large,small/,
  },
  {
    ...shared,
    name: "subtle.wrapKey",
    realms: everywhere,
    code: `const raw = new Uint8Array(16); const use = (name, uses) => crypto.subtle.importKey("raw", raw, name, true, uses);
const wrapping = await use("AES-KW", ["wrapKey"]); const key = await use("AES-GCM", ["encrypt"]);
show([...new Uint8Array(await crypto.subtle.wrapKey("raw", key, wrapping, "AES-KW"))]);`,
    shows: /\d+,\d+/,
  },
  ...[
    ["encrypt", `encrypt("RSA-OAEP", key, new Uint8Array(3))`],
    ["wrapKey", `wrapKey("raw", secret, key, "RSA-OAEP")`],
  ].map(([method = "", call = ""]): CellKind => ({
    ...shared,
    name: `subtle.${method} (RSA-OAEP)`,
    realms: everywhere,
    handling: named(`SubtleCrypto.${method}`),
    code: `const jwk = { kty: "RSA", e: "AQAB", n: "7DhFv1H3_K-NvA9HxB5h5ayd9JItvR5cHtiw7ilVb9ngi8G9vPCuulRfTfEZkPrLZSwylfnntti6PiCqDQaldkj6uwsj8GLf9IAlCV0jJa8szDU0WqctAh2vPx-QIcVSat8glppRT0Y2TgM_OwjSwZ6f2uHA6eobVxpSg7dsFUM" };
const key = await crypto.subtle.importKey("jwk", jwk, { name: "RSA-OAEP", hash: "SHA-256" }, true, ["encrypt", "wrapKey"]); const secret = await crypto.subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt"]);
show([...new Uint8Array(await crypto.subtle.${call})]);`,
    shows: /\d+,\d+/,
  })),
  {
    ...shared,
    name: "keys of navigation entries",
    realms: inDocuments,
    code: `const { key, id } = navigation.currentEntry; navigation.navigate("#a", { history: "replace" }); const { currentEntry } = navigation; show([key, id, currentEntry.key === key, currentEntry.id === id].join());`,
    shows: /-4.*-4.*true,false/,
  },
  {
    ...shared,
    name: "ids of media streams",
    realms: inDocuments,
    code: `const stream = new MediaStream(); show([stream.id, stream.id === new MediaStream().id, stream.getTrackById("x")].join());`,
    shows: /-4.*false,/,
  },
  {
    ...shared,
    name: "RTCPeerConnection.generateCertificate",
    realms: inDocuments,
    handling: named("RTCPeerConnection.generateCertificate"),
    code: `const made = await RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256" }); show(made.getFingerprints()[0].value);`,
    shows: /:\w\w:/,
  },
  {
    ...shared,
    name: "Math.random in a frame of a blob",
    realms: inPage,
    code: `const text = "<script>parent.postMessage(Math.random(), '*')</scr" + "ipt>"; const frame = document.createElement("iframe"); frame.src = URL.createObjectURL(new Blob([text], { type: "text/html" })); document.body.append(frame); show((await heard(globalThis, "message")).data);`,
    shows: /0\.\d+/,
  },
];
