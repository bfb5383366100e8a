import { type PreludePage, runPreludePage } from "../open-prelude-page.ts";

/** Is 70 pixels wide. */
export const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"><rect width="70" height="50"/></svg>';

/** The page's log, with each of the files late in turn. All must be equal. */
export async function logsOf(page: PreludePage, late: readonly string[]): Promise<readonly unknown[]> {
  const logs = [(await runPreludePage(page)).found];
  for (const name of late) logs.push((await runPreludePage({ ...page, delaysMs: { [name]: 500 } })).found);
  return logs;
}
