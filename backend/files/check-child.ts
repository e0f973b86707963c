import { type CheckJob, checkContent } from "./check-content.ts";
import { Refusal } from "./refusal.ts";

// The process in which a file that a stranger sent is opened: few rights, little memory, short
// life. Takes the job as its argument and prints one verdict.

const job: CheckJob = JSON.parse(process.argv[2] ?? "");
// Parsers throw in many ways at a broken file: whatever is no verdict of ours is `file_unreadable`.
process.on("uncaughtException", (error) => say({ code: "file_unreadable", reason: String(error) }));
try {
  say({ checked: await checkContent(job) });
} catch (error) {
  say(
    error instanceof Refusal
      ? { code: error.code }
      : { code: "file_unreadable", reason: String(error) },
  );
}

function say(verdict: object): void {
  process.stdout.write(`${JSON.stringify(verdict)}\n`, () => process.exit(0));
}
