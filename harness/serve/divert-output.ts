let diversionCount = 0;
let ownWrite = process.stdout.write;

/**
 * Does `work`, and meanwhile leads to the standard error whatever is written to the standard output: a game's Vite
 * configuration and its plugins may print what they like, but the standard output is the command's answer.
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
    // Two builds may overlap; the last one to end puts it back.
    diversionCount -= 1;
    if (diversionCount === 0) process.stdout.write = ownWrite;
  }
}
