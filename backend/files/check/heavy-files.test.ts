import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { pdf } from "@/tests/support/made-files/files";
import { pdfOfClaims } from "@/tests/support/made-files/pdf-files";
import { tusClient } from "@/tests/support/made-files/tus";
import { testBackend } from "@/tests/support/servers/backend";
import type { Failure } from "../../http/failure";
import { accountLimit } from "../../http/limits";
import { countOne } from "../../http/rate-limit";
import { createCheckFile } from "./check-file";
import { LIMITS } from "./check-process";

// Tests small files that take much CPU time to check. Only the account that uploads them must wait.

const { api, makeUser, freshToken, makeEdition, db, clock, filesDir } = await testBackend();
const { create, append, head, upload } = tusClient(api);
const folder = await testFolder("heavy");
/**
 * A PDF that claims more objects than possible, in a form that the quick scan does not find. So the parser runs until
 * its time limit ends it.
 */
const disguised = pdfOfClaims({ index: "/#49ndex" });
const HEAVIEST = 5;
let deck: Buffer;

beforeAll(async () => {
  await makeEdition();
  deck = await pdf();
});

async function file(name: string, bytes: Buffer) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, field: "pitch" as const, name: "deck.pdf" };
}
const codeOf = (error: Failure) => error.code;

describe("a deck that needs too much work", () => {
  test("a deck that needs too much work is refused within seconds and counted for its account", async () => {
    const counted: string[] = [];
    const work = {
      allow: async () => {},
      count: async (account: string) => counted.push(account),
    };
    const check = createCheckFile(pino({ level: "silent" }), { work });
    const heavy = { ...(await file("disguised", disguised)), account: "one" };
    expect(await check(heavy).catch(codeOf)).toBe("file_unreadable");
    expect(counted).toEqual(["one"]);
    // A quick scan refuses this PDF because of false claims in its object table. The scan takes little CPU time, so the
    // file does not count as expensive.
    const open = { ...(await file("open", pdfOfClaims())), account: "two" };
    expect(await check(open).catch(codeOf)).toBe("file_unreadable");
    expect(counted).toEqual(["one"]);
  });

  test("heavy files of one account delay another account's file by at most one check", async () => {
    const log = pino({ level: "silent" });
    const check = createCheckFile(log, { lanes: 1, limits: { ...LIMITS, seconds: 1 } });
    let verdicts = 0;
    let stopped = false;
    async function loop(n: number) {
      const heavy = { ...(await file(`loop-${n}`, disguised)), account: "attacker" };
      while (!stopped) {
        // A check that got too little CPU time ends with a request to retry. Count only final refusals, and retry after
        // all other errors.
        if ((await check(heavy).catch(codeOf)) === "file_unreadable") verdicts += 1;
        else await sleep(100);
      }
    }
    const loops = Array.from({ length: 8 }, (_, n) => loop(n));
    await vi.waitFor(() => expect(verdicts).toBe(1), 10_000);
    const waited = await Promise.all(
      ["a", "b", "c"].map(async (account) => {
        const good = { ...(await file(account, deck)), account };
        expect(await check(good)).toMatchObject({ pages: 12 });
        return verdicts - 1;
      }),
    );
    stopped = true;
    expect(Math.max(...waited)).toBeLessThanOrEqual(2);
    await Promise.all(loops);
  });
});

describe("an account with too many heavy files", () => {
  async function tired(times: number) {
    const user = await makeUser();
    const limit = accountLimit("heavy_file", user.id);
    await countOne(db, limit, clock.now, times);
    return user;
  }

  test("an account with too many heavy files can start no upload within the hour, and the error says so", async () => {
    const user = await tired(HEAVIEST - 1);
    const refused = await upload(user.token, {
      field: "pitch",
      name: "a.pdf",
      bytes: disguised,
    });
    expect([refused.status, refused.json.code]).toEqual([422, "file_unreadable"]);
    const sent = { field: "pitch", name: "b.pdf", bytes: deck };
    const early = await create(user.token, sent);
    expect([early.status, early.json.code]).toEqual([429, "too_many_heavy_files"]);
    expect(early.headers.get("retry-after")).toBe("3600");
    expect((await upload((await makeUser()).token, sent)).status).toBe(204);
    const before = clock.now;
    clock.now = new Date(before.getTime() + 3_600_001);
    expect((await upload(await freshToken(user), sent)).status).toBe(204);
    clock.now = before;
  });

  test("an account with too many heavy files keeps its uploaded bytes, which are checked after the hour", async () => {
    const user = await tired(0);
    const { id } = await create(user.token, { field: "pitch", name: "a.pdf", bytes: deck });
    await append(user.token, id, 0, deck.subarray(0, 100));
    await appendFile(join(filesDir, "uploads", id), deck.subarray(100));
    await countOne(db, accountLimit("heavy_file", user.id), clock.now, HEAVIEST);
    expect((await head(user.token, id)).status).toBe(429);
    const before = clock.now;
    clock.now = new Date(before.getTime() + 3_600_001);
    expect((await head(await freshToken(user), id)).status).toBe(200);
    clock.now = before;
  });
});

test("a file whose check did not finish waits before its next check", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const limits = { seconds: 12, wall: 1 };
  const check = createCheckFile(pino({ level: "silent" }), { limits });
  const sent = { ...(await file("busy", deck)), account: "one" };
  const again = () => check(sent).catch(({ message, details }: Failure) => [message, details]);
  const tooLong = expect.objectContaining({ retryAfter: 30 });
  expect(await again()).toEqual(["the check took too long", tooLong]);
  const rests = expect.objectContaining({ retryAfter: 30 });
  expect(await again()).toEqual(["checked a moment ago", rests]);
  vi.setSystemTime(Date.now() + 30_000);
  expect(await again()).toEqual(["the check took too long", tooLong]);
  vi.useRealTimers();
});
