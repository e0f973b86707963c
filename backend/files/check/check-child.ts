import { checkContent, prepareFor } from "./check-content.ts";
import type { CheckJob } from "./check-job.ts";
import { Refusal } from "./refusal.ts";

// The process that opens a file sent by a stranger: few privileges, little memory, a short
// life. It is started with the file's extension and gets ready, then reads one job and prints one
// verdict.

let isWaiting = true;
// Parsers fail on a broken file in many ways: anything but a verdict of ours is `file_unreadable`.
process.on("uncaughtException", (error) => {
  if (!isWaiting) say({ code: "file_unreadable", reason: String(error) });
});
// Whatever fails here fails again with the file itself, and is reported then.
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

/** The job, as one line of JSON; without one there is nothing to do. */
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
