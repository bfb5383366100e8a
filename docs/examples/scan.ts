import { runScan } from "framegate/scanner";

const { findings, filesScanned } = await runScan(["docs/examples"], { cwd: process.cwd() });
for (const { file, line, api } of findings) console.log(`${file}:${line} ${api}`);
console.log(`${filesScanned} files scanned`);
