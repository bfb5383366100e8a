// Runs a command in a network in which no port is free: `unshare -n node without-ports.mjs program arguments...`.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";

const onlyPort = 40_000;
writeFileSync("/proc/sys/net/ipv4/ip_local_port_range", `${onlyPort} ${onlyPort}`);
const [program, ...args] = process.argv.slice(2);
const server = createServer().listen(onlyPort, "127.0.0.1", () => {
  spawn(program, args, { stdio: "inherit" }).on("exit", (code) => {
    server.close();
    process.exitCode = code ?? 1;
  });
});
