let diversionCount = 0;
let ownWrite = process.stdout.write;

/**
 * Does `work`, and sends everything written to the standard output meanwhile to the standard error. The Vite
 * configuration of a game and its plugins may print, but the standard output is for the command's answer.
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
    // Builds may overlap. The last one to end restores the output.
    diversionCount -= 1;
    if (diversionCount === 0) process.stdout.write = ownWrite;
  }
}
