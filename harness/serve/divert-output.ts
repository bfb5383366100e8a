let diversionCount = 0;
let ownWrite = process.stdout.write;

/**
 * Runs `work` while everything written to stdout goes to stderr. A game's Vite configuration and its plugins may print,
 * but stdout is for the command's result.
 */
export async function withOutputDiverted<T>(work: () => Promise<T>): Promise<T> {
  if (diversionCount === 0) {
    ownWrite = process.stdout.write;
    process.stdout.write = process.stderr.write.bind(process.stderr);
  }
  diversionCount += 1;
  try {
    return await work();
  } finally {
    // Builds may overlap. The last one to end restores stdout.
    diversionCount -= 1;
    if (diversionCount === 0) process.stdout.write = ownWrite;
  }
}
