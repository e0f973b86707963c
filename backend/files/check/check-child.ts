import { checkContent, prepareFor } from "./check-content.ts";
import type { CheckJob } from "./check-job.ts";
import { Refusal } from "./refusal.ts";

// This child process opens one file from an untrusted user, with few privileges, little memory, and a short lifetime.
// Its argument is the file's extension. The process prepares the parsers, reads one job, and prints one verdict.

let isWaiting = true;
// Parsers fail on broken files in many ways. Every error that is not a verdict is reported as `file_unreadable`.
process.on("uncaughtException", (error) => {
  if (!isWaiting) say({ code: "file_unreadable", reason: String(error) });
});
// Ignores errors while loading the parsers. The check of the file then fails with the same error and reports it.
prepareFor(process.argv[2] ?? "").catch(() => {});

const job = await readJob();
isWaiting = false;
try {
  say({ checked: await checkContent(job) });
} catch (error) {
  say(
    error instanceof Refusal
      ? { code: error.code, finding: error.finding }
      : { code: "file_unreadable", reason: String(error) },
  );
}

/** Reads the job for the file check, one line of JSON. Exits if the input ends without a job. */
async function readJob(): Promise<CheckJob> {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    text += chunk;
    if (text.endsWith("\n")) return JSON.parse(text);
  }
  return process.exit(0);
}

function say(verdict: object): void {
  process.stdout.write(`${JSON.stringify(verdict)}\n`, () => process.exit(0));
}
