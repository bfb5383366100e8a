import { expect, it } from "vitest";
import { runPreludePage } from "../open-prelude-page.ts";

const script = `
  found.math = [Math.random(), Math.random()];
  found.bytes = [...crypto.getRandomValues(new Uint8Array(4))];
  found.words = [...crypto.getRandomValues(new Uint32Array(2))];
  found.uuid = crypto.randomUUID();
  const { track: received } = new RTCPeerConnection().addTransceiver("video").receiver;
  const [heard] = new AudioContext().createMediaStreamDestination().stream.getTracks();
  found.tracks = [received, heard].map((track) => [track.id, track.label, track.getSettings().deviceId, track.getCapabilities().deviceId]);
  try { crypto.getRandomValues(new Float32Array(1)); } catch (error) { found.refused = error.name; }`;

it("draws the same for the same seed, and different numbers for another", async () => {
  const drawn = async (seed: number): Promise<unknown> => (await runPreludePage({ frames: 1, seed, script })).found;
  const first = await drawn(1);
  expect(await drawn(1)).toEqual(first);
  const other = await drawn(2);
  expect(first).toMatchObject({
    refused: "TypeMismatchError",
    tracks: [expect.any(Array), expect.arrayContaining(["MediaStreamAudioDestinationNode"])],
    uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
  });
  for (const key of ["math", "bytes", "words", "uuid", "tracks"])
    expect(Reflect.get(other as object, key)).not.toEqual(Reflect.get(first as object, key));
});

it("rejects keys that the browser rejects, with its errors and without naming them", async () => {
  const { found, finish } = await runPreludePage({
    frames: 10,
    script: `
      found.errors = [];
      const refused = [
        [{ name: "AES-CBC", length: 64 }, ["encrypt"]],
        [{ name: "AES-KW", length: 128 }, ["encrypt"]],
        [{ name: "ECDH", namedCurve: "P-256" }, ["deriveKey", "sign"]],
        [{ name: "HMAC", hash: "SHA-256" }, ["encrypt"]],
      ];
      for (const [algorithm, usages] of refused) {
        crypto.subtle.generateKey(algorithm, true, usages).catch(({ name }) => found.errors.push(name));
      }
      crypto.subtle.generateKey({ name: "AES-CBC", length: "128" }, true, ["encrypt"])
        .then((key) => found.bits = key.algorithm.length);`,
  });
  expect(found).toEqual({ errors: ["OperationError", "SyntaxError", "SyntaxError", "SyntaxError"], bits: 128 });
  expect(finish.namedUses).toEqual([]);
});
