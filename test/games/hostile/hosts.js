"use strict";
// Attempts to reach other hosts and ports. The path of each request is its name; the test listens.

const tcp = query.get("tcp");
const udp = query.get("udp");
const to = (name, host = "127.0.0.1", scheme = "http") => `${scheme}://${host}:${tcp}/${name}`;
const ignore = () => undefined;

const spellings = {
  "address": "127.0.0.1",
  "address-short": "127.1",
  "address-number": "2130706433",
  "address-hexadecimal": "0x7f000001",
  "address-octal": "0177.0.0.1",
  "address-dot": "127.0.0.1.",
  "address-wide": "１２７.０.０.１",
  "address-encoded": "%31%32%37.0.0.1",
  "address-any": "0.0.0.0",
  "address-any-short": "0",
  "address-other": "127.0.0.2",
  "address-user": "somebody:secret@127.0.0.1",
  "address-6": "[::1]",
  "address-6-any": "[::]",
  "address-6-mapped": "[::ffff:127.0.0.1]",
  "address-6-mapped-hexadecimal": "[::ffff:7f00:1]",
  "name": "localhost",
  "name-dot": "localhost.",
  "name-capitals": "LOCALHOST",
  "name-below": "other.localhost",
  "name-below-site": "other.framegate.localhost",
  "name-6": "ip6-localhost",
  "name-of-machine": query.get("machine"),
  "name-public": "127.0.0.1.nip.io",
  "site-port": "embed.framegate.localhost",
  "host-port": "game.framegate.localhost",
};

for (const [name, host] of Object.entries(spellings)) {
  try {
    fetch(to(name, host), { mode: "no-cors" }).catch(ignore);
  } catch {
    // An invalid URL.
  }
}
