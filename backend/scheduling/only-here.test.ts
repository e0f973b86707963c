import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jobs } from "../jobs";

/** Timers outside the scheduler, with the reason why each of them is not a scheduled job. */
const ALLOWED = {
  "app.ts": "the patience with the database while a content page asks for the edition",
  "scheduling/every.ts": "the clock",
  "scheduling/database-clock.ts": "each node measures its own clock",
  "mail/worker.ts":
    "a queue that every process serves at once, woken by who queues, asleep between rows",
  "mail/worker-loop.ts": "one lane of that queue, asleep until its next row is due",
  "mail/transport.ts": "the patience with a mail server",
  "users/passwords/even-time.ts": "makes an answer take its time",
  "db/invalidations.ts": "each node listens for itself, and looks whether it has missed something",
  "http/health.ts": "the patience of a request",
  "serve.ts": "closes connections when the process stops",
  "metrics.ts": "the patience of who asks",
  "commands/doctor/examine.ts": "the patience with a notification",
  "files/check/check-process.ts": "the patience with a child process, and a watch over its memory",
  "files/check/fair-turns.ts": "the patience of who waits for a turn",
  "files/check/ready-checkers.ts": "lets a process go that nobody needs",
  "files/renditions/convert.ts": "the time limit of a conversion",
  "files/renditions/make-renditions.ts": "reports that a conversion is running",
};

test("only the scheduler starts timers in the back end", () => {
  const backend = join(import.meta.dirname, "..");
  const timed = globSync("**/*.ts", { cwd: backend })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) =>
      /\bset(?:Interval|Timeout|Immediate)\b|timers\/promises|node-cron/.test(
        readFileSync(join(backend, file), "utf8"),
      ),
    );
  expect(timed.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test("each job has a unique name, because jobs with one name would skip each other's runs", () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});
