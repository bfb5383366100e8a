import type { CDPSession, Protocol } from "puppeteer-core";
import type { SampledNode, StackSamples } from "../../src/formats/stack-samples.ts";
import { type DescribeFunction, FunctionTable } from "./function-table.ts";

// Short enough for frames of a millisecond. Shorter intervals cost more than they tell.
const intervalUs = 100;

/** The part of a session that sampling needs. */
export type SampledSession = Pick<CDPSession, "send">;

/** Samples the stacks of a page's main thread. One sampler per run. */
export class StackSampler {
  #session: SampledSession | null = null;

  /**
   * Starts sampling a page that has loaded nothing yet: V8 records inlined functions only in code that it compiles
   * while sampling.
   */
  async start(session: SampledSession): Promise<void> {
    this.#session = session;
    await session.send("Profiler.enable");
    await session.send("Profiler.setSamplingInterval", { interval: intervalUs });
    await session.send("Profiler.start");
  }

  /** Ends the sampling. */
  async finish(describe: DescribeFunction): Promise<StackSamples> {
    if (this.#session === null) throw new Error("A sampler has no samples before its start.");
    const { profile } = await this.#session.send("Profiler.stop");
    return stackSamplesOf(profile, describe);
  }
}

/** Converts the samples of a V8 profile. */
export function stackSamplesOf(profile: Protocol.Profiler.Profile, describe: DescribeFunction): StackSamples {
  const functions = new FunctionTable(describe);
  const { nodes, indexById } = readNodes(profile.nodes, functions);
  const { samples = [], timeDeltas = [] } = profile;
  let timeUs = profile.startTime;
  const kept = samples.map((id, index) => {
    timeUs += timeDeltas[index] ?? 0;
    return { node: indexById.get(id) ?? 0, timeUs };
  });
  // V8 lists samples in the order its thread processed them, which is not always chronological.
  kept.sort((one, other) => one.timeUs - other.timeUs);
  return {
    intervalUs,
    functions: functions.list,
    nodes,
    samples: kept.map(({ node }) => node),
    timesUs: kept.map((sample) => sample.timeUs),
  };
}

interface TreeNodes {
  readonly nodes: readonly SampledNode[];
  readonly indexById: ReadonlyMap<number, number>;
}

interface WaitingNode {
  readonly node: Protocol.Profiler.ProfileNode;
  readonly parent: number | null;
}

/** Nodes of the tree, callers before callees. */
function readNodes(given: readonly Protocol.Profiler.ProfileNode[], functions: FunctionTable): TreeNodes {
  const byId = new Map(given.map((node) => [node.id, node]));
  const called = new Set(given.flatMap(({ children = [] }) => children));
  const nodes: SampledNode[] = [];
  const indexById = new Map<number, number>();
  const waiting: WaitingNode[] = given.filter(({ id }) => !called.has(id)).map((node) => ({ node, parent: null }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent } = next;
    const index = nodes.push({ function: functions.indexOf(node.callFrame), parent }) - 1;
    indexById.set(node.id, index);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) waiting.push({ node: child, parent: index });
    }
  }
  return { nodes, indexById };
}
