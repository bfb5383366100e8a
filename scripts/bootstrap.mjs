// Plain JavaScript that needs only Node, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import nodeSupport from "../harness/cli/node-support.cjs";

export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

const lockPath = join(projectFolder, "package-lock.json");
const modulesPath = join(projectFolder, "node_modules");
const stampPath = join(modulesPath, ".framegate-installed");

/** Exit codes of a process ended by Ctrl-C or SIGTERM. */
const interrupted = 130;
const terminated = 143;

/** Whether a step ended because we were interrupted, so that no other step may follow. */
export function isInterruption(code) {
  return code === interrupted || code === terminated;
}

/** Exits with a message if this version of Node is not supported. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8"));
  const message = nodeSupport.explainUnsupportedNode(process.versions.node, engines.node);
  if (message === null) return;
  console.error(message);
  process.exit(6);
}

/** Installs the packages of the lock file, unless they are already installed. Exits if that fails. */
export async function installDependencies() {
  const hash = createHash("sha256").update(readFileSync(lockPath)).digest("hex");
  const stamp = existsSync(stampPath) ? readFileSync(stampPath, "utf8") : null;
  if (stamp === hash) return;
  if (!isInstalledByHand()) {
    console.error("Installing dependencies with npm ci. This happens once.");
    // With `--include`, because NODE_ENV=production would leave out the compiler.
    const code = await runNpm(["ci", "--no-audit", "--no-fund", "--include=dev", "--include=optional"]);
    if (code !== 0) {
      console.error("npm ci failed, see above. Nothing can run without the dependencies.");
      process.exit(isInterruption(code) ? code : 6);
    }
  }
  writeFileSync(stampPath, hash);
}

/** Compiles changed files, then bundles the prelude and the command. Returns the exit code. */
export async function build() {
  for (const [stage, ...steps] of [
    ["Compiling Framegate", ["node_modules/typescript/bin/tsc", "--build"]],
    [
      "Bundling it",
      ["dist/harness/serve/build-page-bundles.js"],
      ["dist/harness/cli/build-package-bundles.js"],
      ["dist/harness/cli/build-report-page-bundle.js"],
      ["dist/harness/cli/build-command-bundle.js"],
    ],
  ]) {
    const end = showStage(stage);
    for (const step of steps) {
      const code = await runNode(step);
      if (code === 0) continue;
      end();
      return code;
    }
    end();
  }
  return 0;
}

/**
 * Says what takes a while. On a terminal the line counts the seconds, and is gone at the end. Returns the function that
 * ends it.
 */
function showStage(stage) {
  const { stderr } = process;
  if (!stderr.isTTY || !["", "0", "false", undefined].includes(process.env.CI)) {
    console.error(stage);
    return () => undefined;
  }
  const startedMs = performance.now();
  // The cursor stays at the start of the line, where a compiler's message then begins.
  const show = () => {
    stderr.write(`\r\x1b[K${stage}, ${Math.round((performance.now() - startedMs) / 1000)} s\r`);
  };
  show();
  const timer = setInterval(show, 1000);
  return () => {
    clearInterval(timer);
    stderr.write("\r\x1b[K");
  };
}

/** Runs Node in the project's folder beside other work. Returns the exit code, and all its output. */
export async function captureNode(args) {
  let output = "";
  const keep = (text) => {
    output += text;
  };
  const code = await runProcess(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] }, (child) => {
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
  });
  return { code, output };
}

/** Runs Node in the project's folder, in this process's terminal. Returns the exit code. */
export async function runNode(args, options = {}) {
  return await runProcess(process.execPath, args, options);
}

/**
 * Whether somebody has already run `npm ci` or `npm install`: npm leaves a list of the packages that it installed. An
 * optional package may be missing, for instance one for another platform.
 */
function isInstalledByHand() {
  const listPath = join(modulesPath, ".package-lock.json");
  if (!existsSync(listPath)) return false;
  const wanted = JSON.parse(readFileSync(lockPath, "utf8")).packages;
  const installed = JSON.parse(readFileSync(listPath, "utf8")).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    const found = installed[path];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
}

async function runNpm(args) {
  // `npm run` passes the path of npm's script in a variable. On Windows a bare `npm` is a batch file, which needs a
  // shell.
  const npmPath = process.env.npm_execpath;
  if (npmPath !== undefined && npmPath.endsWith(".js")) return await runNode([npmPath, ...args]);
  return await runProcess("npm", args, { shell: process.platform === "win32" });
}

async function runProcess(command, args, options, onStart = () => undefined) {
  return await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: projectFolder, stdio: "inherit", ...options });
    onStart(child);
    // Ctrl-C reaches the child as well. We wait for it to end in its own way.
    const wait = () => undefined;
    process.on("SIGINT", wait);
    let isTerminated = false;
    const forwardTermination = () => {
      isTerminated = true;
      child.kill("SIGTERM");
    };
    process.on("SIGTERM", forwardTermination);
    const finish = (code) => {
      process.off("SIGINT", wait);
      process.off("SIGTERM", forwardTermination);
      resolve(isTerminated ? terminated : code);
    };
    child.once("error", (error) => {
      console.error(`${command} could not be run: ${error.message}`);
      finish(6);
    });
    child.once("close", (code, signal) => finish(code ?? (signal === "SIGINT" ? interrupted : 1)));
  });
}
