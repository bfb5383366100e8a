import { FramegateError, runGame } from "framegate/harness";

const controller = new AbortController();
process.once("SIGINT", () => {
  controller.abort();
});

try {
  const { report, verdict, exitCode } = await runGame("docs/examples/three-game", {
    frames: 120,
    repeat: 1,
    budget: { maxDrawCalls: 5 },
    assertBudget: true,
    signal: controller.signal,
    onEvent: (event) => {
      if (event.kind === "run-started") console.error(`${event.run.pass} pass ${event.run.repeat + 1}`);
    },
  });
  console.log(`${verdict.status}: ${report.metrics.maxDrawCalls.value} draw calls`);
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof FramegateError)) throw error;
  console.error(`${error.message} ${error.hint}`);
  process.exitCode = error.exitCode;
}
