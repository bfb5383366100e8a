import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "puppeteer-core";
import { findBrowser } from "../../harness/browser/find-browser.ts";
import { launchBrowser } from "../../harness/browser/launch-browser.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

/** A game served by `framegate dev`, open in a real browser. */
export interface DevVisit {
  /** The URL that the command printed. */
  readonly url: string;
  readonly page: Page;
  /** Resolves once the command has printed this `count` times. */
  said(text: string, count?: number): Promise<void>;
}

/** Serves a game with `framegate dev`, visits it, and stops the command with Ctrl-C. Returns the command's output. */
export async function visitDev(game: string, visit: (dev: DevVisit) => Promise<void>): Promise<CommandResult> {
  const failures: unknown[] = [];
  const result = await runCommand(["dev", game, "--port", String(await freePort())], {
    reactions: [
      {
        text: "Ctrl-C ends it.",
        act: (command) => {
          const said = async (text: string, count = 1): Promise<void> => {
            while (command.said().split(text).length <= count) await wait(pollMs);
          };
          const [url = ""] = /http:\S+/u.exec(command.said()) ?? [];
          visitPage(async (page) => await visit({ url, page, said }))
            .catch((thrown: unknown) => {
              failures.push(thrown);
            })
            .finally(() => {
              command.signal("SIGINT");
            });
        },
      },
    ],
  });
  const [cause] = failures;
  if (failures.length > 0) throw new Error(`The visit failed. The command said:\n${result.stderr}`, { cause });
  return result;
}

const pollMs = 20;

async function visitPage(visit: (page: Page) => Promise<void>): Promise<void> {
  await using browser = await launchBrowser({ browser: await findBrowser(process.env) });
  await visit(await browser.browser.newPage());
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
