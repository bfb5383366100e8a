/** A reporter for vitest that names each test that fails at once, with the first line of its error. */
export default class FailureReporter {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state !== "failed") return;
    const [reason = ""] = (errors[0]?.message ?? "").split("\n");
    console.log(`\nfailed: ${test.module.relativeModuleId} > ${test.fullName}: ${reason}`);
  }
}
