import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { rotateLogs } from "@/scripts/launcher/rotate.mjs";
import { keepUp } from "@/scripts/processes/keep-up.mjs";
import { bornAt, endRecorded, runChild, startChild } from "@/scripts/processes/processes.mjs";
import { testFolder } from "../../tests/support/folder";

const folder = await testFolder("keep-up");
const run = join(folder, "run");

/** Starts a process that exits after `ms` milliseconds, with a process record. */
const part = (ms: number, program = "") =>
  startChild(run, "site", process.execPath, [
    "-e",
    `${program}; setTimeout(() => process.exit(3), ${ms})`,
  ]);

test("a crashed part is restarted with a message, and no longer restarted when it keeps crashing", async () => {
  const again = vi.fn(async () => part(10));
  const tell = vi.fn();
  const options = { again, tell, stopping: () => false, complain: vi.fn(), pauses: [5, 10] };
  expect(await keepUp(part(10), options)).toBe(3);
  expect(again).toHaveBeenCalledTimes(2);
  expect(tell.mock.calls.map(([text]) => text)).toEqual([
    "stopped unexpectedly (3): restarting it in 0.005 s (1 of 2)",
    "stopped unexpectedly (3): restarting it in 0.01 s (2 of 2)",
  ]);
  await endRecorded(run);
});

test("a failed start counts as a crash, and a long run resets the count", async () => {
  const complain = vi.fn();
  const starts = [
    () => Promise.reject(new Error("no port")),
    async () => part(400),
    async () => part(1),
  ];
  const again = vi.fn(() => starts.shift()?.() ?? Promise.reject(new Error("no more")));
  const options = { again, complain, tell: () => {}, stopping: () => false, pauses: [1, 1] };
  expect(await keepUp(part(1), { ...options, calm: 350 })).toBe("it did not start");
  expect(again).toHaveBeenCalledTimes(4);
  expect(complain).toHaveBeenCalledTimes(2);
  await endRecorded(run);
});

test("a part that was stopped on purpose is not restarted", async () => {
  let stopping = false;
  const again = vi.fn(async () => part(10));
  const kept = keepUp(part(50), {
    again,
    tell: () => {},
    complain: () => {},
    stopping: () => stopping,
    pauses: [1],
  });
  stopping = true;
  const first = await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, 400, "-"))]);
  expect([first, again.mock.calls]).toEqual(["-", []]);
});

test("a child that exceeds its time is stopped together with its own processes", async () => {
  const file = join(folder, "started");
  const program = `const { pid } = require("node:child_process").spawn("sleep", ["60"]);
    require("node:fs").writeFileSync(${JSON.stringify(file)}, String(pid));`;
  const args = ["-e", program];
  expect(await runChild(run, "endless", process.execPath, args, { minutes: 0.01 })).toBe(false);
  await expect.poll(() => bornAt(Number(readFileSync(file, "utf8")))).toBeNull();
});

test("the files of a recorded process are readable only by their owner", async () => {
  const file = join(folder, "made");
  const before = process.umask();
  const child = startChild(run, "maker", process.execPath, [
    "-e",
    `require("node:fs").writeFileSync(${JSON.stringify(file)}, "x")`,
  ]);
  expect(await child.exited).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(process.umask()).toBe(before);
});

test("a log that has grown too large is rotated while its writer continues", () => {
  const log = join(folder, "site.log");
  const writer = openSync(log, "a");
  writeSync(writer, "before".repeat(10));
  writeFileSync(join(folder, "small.log"), "small");
  rotateLogs(folder, 20);
  writeSync(writer, "after");
  closeSync(writer);
  expect(readFileSync(log, "utf8")).toBe("after");
  expect(readFileSync(`${log}.1`, "utf8")).toBe("before".repeat(10));
  expect(readFileSync(join(folder, "small.log"), "utf8")).toBe("small");
});
