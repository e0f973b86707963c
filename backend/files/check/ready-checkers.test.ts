import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { createCheckFile } from "./check-file";
import { createCheckers } from "./ready-checkers";

const folder = await testFolder("ready");
const clip = join(import.meta.dirname, "../../../tests/fixtures/videos/clip.mp4");

async function upload(name: string) {
  const path = join(folder, name);
  await copyFile(clip, path);
  return { path, field: "video" as const, name: "clip.mp4", account: "one" };
}

/** Returns the ids of checking processes that can read a file. */
async function processesFor(path: string): Promise<number[]> {
  const found = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(`--allow-fs-read=${path}\0`)) found.push(Number(pid));
  }
  return found;
}

test("a prepared check uses the waiting process and ends it", async () => {
  const check = createCheckFile(pino({ level: "silent" }));
  const sent = await upload("a");
  check.prepare(sent);
  check.prepare(sent);
  await vi.waitFor(async () => expect(await processesFor(sent.path)).toHaveLength(1), 5000);
  expect(await check(sent)).toMatchObject({ type: "video/mp4", duration: 4 });
  await vi.waitFor(async () => expect(await processesFor(sent.path)).toEqual([]), 5000);
});

test.for([
  ["long ago", true],
  ["just now and still unnoticed", false],
] as const)(
  "a check process that died while it waited, %s, does not refuse the file",
  async ([when, isKnown]) => {
    const check = createCheckFile(pino({ level: "silent" }));
    const sent = await upload(`b ${when}`);
    check.prepare(sent);
    const [waiting] = await vi.waitFor(async () => {
      const found = await processesFor(sent.path);
      expect(found).toHaveLength(1);
      return found;
    }, 5000);
    process.kill(waiting as number, "SIGKILL");
    if (isKnown)
      await vi.waitFor(async () => expect(await processesFor(sent.path)).toEqual([]), 5000);
    expect(await check(sent)).toMatchObject({ type: "video/mp4", duration: 4 });
  },
);

test("few check processes wait, one per upload and for a limited time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const checkers = createCheckers(1);
  const [one, other] = [await upload("c"), await upload("d")];
  checkers.prepare(one);
  checkers.prepare(other);
  const waits = (path: string, count: number) =>
    vi.waitFor(async () => expect(await processesFor(path)).toHaveLength(count), 5000);
  await waits(one.path, 1);
  expect(await processesFor(other.path)).toEqual([]);
  vi.advanceTimersByTime(20_000);
  await waits(one.path, 0);

  checkers.prepare(one);
  checkers.prepare(other);
  await waits(other.path, 1);
  expect(await processesFor(one.path)).toEqual([]);
  await checkers.end(await checkers.take(other));
  await waits(other.path, 0);
  vi.useRealTimers();
});
