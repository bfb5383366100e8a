import { prototypeOf, replaceMethod } from "../native/native-look.ts";

type Realm = Window & typeof globalThis;

export interface SeededKeysOptions {
  /** Fills with bytes of the seed's stream. */
  readonly fill: (bytes: Uint8Array) => void;
  /** Called with the API whose result contains the browser's own randomness. */
  readonly onUnseeded: (api: string) => void;
}

interface KeyRequest {
  readonly name: string;
  readonly algorithm: object;
  readonly extractable: boolean;
  readonly usages: KeyUsage[];
}

const hmacBlockBits: Readonly<Record<string, number>> = { "SHA-1": 512, "SHA-256": 512 };
const hmacLargeBlockBits = 1024;

/**
 * A private key in the format PKCS#8 (RFC 5208) begins like this, for each curve; the bytes of the key follow. The browser
 * computes the public key.
 */
const privateKeyHeads: Readonly<Record<string, { readonly head: string; readonly bytes: number }>> = {
  "P-256": { head: "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420", bytes: 32 },
  "P-384": { head: "304e020100301006072a8648ce3d020106052b81040022043730350201010430", bytes: 48 },
  "P-521": { head: "3060020100301006072a8648ce3d020106052b81040023044930470201010442", bytes: 66 },
  Ed25519: { head: "302e020100300506032b657004220420", bytes: 32 },
  X25519: { head: "302e020100300506032b656e04220420", bytes: 32 },
};
// A number that begins with this many zero bytes is below the order of its curve, with any other bytes.
const zeroBytes = 2;

const cipherUsages = ["encrypt", "decrypt", "wrapKey", "unwrapKey"];
const signingUsages = ["sign", "verify"];
const derivingUsages = ["deriveKey", "deriveBits"];

/** The usages that a key of each algorithm can have. */
const usagesByName: Readonly<Record<string, readonly string[]>> = {
  ...{ "AES-CTR": cipherUsages, "AES-CBC": cipherUsages, "AES-GCM": cipherUsages, "AES-KW": ["wrapKey", "unwrapKey"] },
  ...{
    HMAC: signingUsages,
    ECDSA: signingUsages,
    Ed25519: signingUsages,
    ECDH: derivingUsages,
    X25519: derivingUsages,
  },
};
const aesBits: readonly number[] = [128, 192, 256];

/** Usages that belong to the public key. */
const publicUsages = new Set(["verify", "encrypt", "wrapKey"]);
/** Algorithms that draw randomness for each use of a key, by the method, with the place of the algorithm's parameter. */
const randomUses: Readonly<Record<string, { readonly names: readonly string[]; readonly parameter: number }>> = {
  sign: { names: ["ECDSA", "RSA-PSS"], parameter: 0 },
  encrypt: { names: ["RSA-OAEP"], parameter: 0 },
  wrapKey: { names: ["RSA-OAEP"], parameter: 3 },
};

/**
 * Makes the keys of `crypto.subtle.generateKey` from the seed: those of AES, HMAC and elliptic curves. RSA primes, and
 * the random numbers that some algorithms draw for each signature, are the browser's own.
 */
export function installSeededKeys(realm: Realm, { fill, onUnseeded }: SeededKeysOptions): void {
  if ("RTCPeerConnection" in realm) nameCertificates(realm, onUnseeded);
  const prototype = prototypeOf(realm, "SubtleCrypto");
  // Insecure contexts have none.
  if (prototype === null) return;
  const keys = new SeededKeys(realm.crypto.subtle, fill);
  replaceMethod(prototype, "generateKey", (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      const request = readRequest(parameters);
      // The browser rejects it with an error of its own.
      if (isRefused(request)) return Reflect.apply(original, this, parameters);
      const made = keys.make(request);
      if (made !== null) return made;
      onUnseeded("SubtleCrypto.generateKey");
      return Reflect.apply(original, this, parameters);
    }
    return replacement;
  });
  for (const [method, { names, parameter }] of Object.entries(randomUses)) {
    replaceMethod(prototype, method, (original) => {
      function replacement(this: unknown, ...parameters: unknown[]): unknown {
        if (names.includes(nameOf(parameters[parameter]))) onUnseeded(`SubtleCrypto.${method}`);
        return Reflect.apply(original, this, parameters);
      }
      return replacement;
    });
  }
}

/** A certificate contains a key and a date of the browser's own, and cannot be made in another way. */
function nameCertificates({ RTCPeerConnection }: Realm, onUnseeded: SeededKeysOptions["onUnseeded"]): void {
  replaceMethod(RTCPeerConnection, "generateCertificate", (original) => {
    function replacement(this: unknown, ...parameters: unknown[]): unknown {
      onUnseeded("RTCPeerConnection.generateCertificate");
      return Reflect.apply(original, this, parameters);
    }
    return replacement;
  });
}

class SeededKeys {
  readonly #importKey: SubtleCrypto["importKey"];
  readonly #exportKey: SubtleCrypto["exportKey"];
  readonly #fill: (bytes: Uint8Array) => void;

  constructor(subtle: SubtleCrypto, fill: (bytes: Uint8Array) => void) {
    this.#importKey = subtle.importKey.bind(subtle);
    this.#exportKey = subtle.exportKey.bind(subtle);
    this.#fill = fill;
  }

  /** Null if only the browser can make such a key. */
  make(request: KeyRequest): Promise<CryptoKey | CryptoKeyPair> | null {
    const { name, algorithm } = request;
    if (name.startsWith("AES-")) return this.#makeSecret(request, Number(Reflect.get(algorithm, "length")));
    if (name === "HMAC") return this.#makeSecret(request, hmacBits(algorithm));
    const curve = name === "ECDSA" || name === "ECDH" ? String(Reflect.get(algorithm, "namedCurve")) : name;
    const form = privateKeyHeads[curve];
    return form === undefined ? null : this.#makePair(request, form.head, this.#draw(form.bytes, curve));
  }

  #draw(count: number, curve: string): Uint8Array {
    const bytes = new Uint8Array(count);
    this.#fill(bytes);
    return curve.startsWith("P-") ? bytes.fill(0, 0, zeroBytes) : bytes;
  }

  #makeSecret({ algorithm, extractable, usages }: KeyRequest, bits: number): Promise<CryptoKey> {
    const bytes = new Uint8Array(Math.ceil(Math.max(0, bits || 0) / 8));
    this.#fill(bytes);
    // The browser rejects invalid keys, as it does when it generates one.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return this.#importKey("raw", bytes, algorithm as HmacImportParams, extractable, usages);
  }

  async #makePair(
    { name, algorithm, extractable, usages }: KeyRequest,
    head: string,
    bytes: Uint8Array,
  ): Promise<CryptoKeyPair> {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    const params = algorithm as EcKeyImportParams;
    const coded = new Uint8Array([...fromHex(head), ...bytes]);
    const own = usages.filter((usage) => !publicUsages.has(usage));
    const privateKey = await this.#importKey("pkcs8", coded, params, extractable, own);
    const readable = await this.#importKey("pkcs8", coded, params, true, own);
    const { kty, crv, x, y } = await this.#exportKey("jwk", readable);
    const shown: JsonWebKey = Object.fromEntries(Object.entries({ kty, crv, x, y }).filter(([, part]) => part));
    const others = name === "ECDSA" || name === "Ed25519" ? usages.filter((usage) => publicUsages.has(usage)) : [];
    return { privateKey, publicKey: await this.#importKey("jwk", shown, params, true, others) };
  }
}

function readRequest([algorithm, extractable, usages]: readonly unknown[]): KeyRequest {
  const name = nameOf(algorithm);
  const object = typeof algorithm === "object" && algorithm !== null ? algorithm : { name };
  return { name, algorithm: object, extractable: !!extractable, usages: usagesOf(usages) };
}

function isRefused({ name, algorithm, usages }: KeyRequest): boolean {
  if (name.startsWith("AES-") && !aesBits.includes(Number(Reflect.get(algorithm, "length")) | 0)) return true;
  const allowed = usagesByName[name];
  return allowed !== undefined && usages.some((usage) => !allowed.includes(usage));
}

function nameOf(algorithm: unknown): string {
  const name: unknown =
    typeof algorithm === "object" && algorithm !== null ? Reflect.get(algorithm, "name") : algorithm;
  const text = String(name);
  return text.toLowerCase() === "ed25519" ? "Ed25519" : text.toUpperCase();
}

function usagesOf(usages: unknown): KeyUsage[] {
  // The browser rejects invalid usages.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Array.isArray(usages) ? (usages as KeyUsage[]) : [];
}

function hmacBits(algorithm: object): number {
  const length: unknown = Reflect.get(algorithm, "length");
  if (length !== undefined) return Number(length);
  return hmacBlockBits[nameOf(Reflect.get(algorithm, "hash"))] ?? hmacLargeBlockBits;
}

function fromHex(digits: string): readonly number[] {
  return Array.from({ length: digits.length / 2 }, (_, index) => Number(`0x${digits.slice(index * 2, index * 2 + 2)}`));
}
