import { expect, test } from "vitest";
import { connect } from "@/backend/db/connect";
import { testBackend } from "./support/servers/backend";
import { standbySource, testPair } from "./support/servers/standby";

const SAVERS = 8;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const source = await standbySource();

/** What people were told is saved, while their primary dies and the standby takes over. */
async function failOver({ waits }: { waits: boolean }) {
  const pair = await testPair(source, { waits });
  const { db, close } = connect(pair.url);
  const { api, makeUser, makeEdition } = await testBackend({ database: { db, url: pair.url } });
  await makeEdition();
  const told = { saved: 0, lost: 0, after: 0 };
  let isOver = false;
  let isPromoted = false;

  /** Somebody who saves all the time. A version that comes again is a save that was confirmed and is gone. */
  async function write(token: string): Promise<void> {
    let version = 0;
    while (!isOver) {
      const late = isPromoted;
      const answer = await api("POST", "wp/v2/project", {
        token,
        body: { idea: `${Math.random()}` },
      });
      if (answer.status === 200) {
        const { projectVersion } = answer.json;
        told.lost += Math.max(0, version - projectVersion + 1);
        version = projectVersion;
        told.saved += 1;
        if (late) told.after += 1;
      } else {
        expect(answer.status).toBe(503);
        await pause(20);
      }
    }
  }

  const people = await Promise.all(Array.from({ length: SAVERS }, () => makeUser()));
  const writing = Promise.all(people.map(({ token }) => write(token)));
  await pause(1_000);
  pair.part();
  await pause(500);
  const before = told.saved;
  await pair.killPrimary();
  await pair.promote();
  isPromoted = true;
  while (told.after < SAVERS * 3) await pause(20);
  isOver = true;
  await writing;
  await close();
  return { ...told, before };
}

test("with a synchronous standby no save that was confirmed is lost when the primary dies", async () => {
  const { before, lost, after } = await failOver({ waits: true });
  expect(before).toBeGreaterThan(SAVERS);
  expect(after).toBeGreaterThan(0);
  expect(lost).toBe(0);
}, 60_000);

test("without one, what was confirmed while the line was down is lost", async () => {
  const { lost } = await failOver({ waits: false });
  expect(lost).toBeGreaterThan(0);
}, 60_000);
