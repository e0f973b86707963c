import { describe, expect, test } from "vitest";
import { editions } from "@/backend/db/schema/applications";
import { databaseNow } from "@/backend/scheduling/database-clock";
import type { CheckAnswer } from "@/contract/staff/checks";
import { testBackend } from "../support/servers/backend";
import { testNodes } from "../support/servers/instance-process";
import { FAKETIME, wrongClock } from "../support/servers/wrong-clock";

if (!FAKETIME) {
  console.warn("SKIPPED: no node has a wrong clock without libfaketime (apt install libfaketime)");
}

const OFF = 90;
const OPENED = new Date("2001-01-01T00:00:00Z");

describe.skipIf(!FAKETIME)("an instance whose machine's clock is 90 s off", async () => {
  if (!FAKETIME) return;
  const { db, deps, makeUser, makeEdition } = await testBackend({ now: new Date() });
  const startNode = testNodes();
  await makeEdition({ year: new Date().getUTCFullYear(), opensAt: OPENED, closesAt: new Date() });

  /** Starts an instance with a wrong clock. The call ends in `closesIn` seconds by the database's clock. */
  async function open(off: number, closesIn: number) {
    const { url } = await startNode(deps.config, { ...wrongClock(off), GRACE_MINUTES: "0" });
    const now = await databaseNow(db);
    await db.update(editions).set({ closesAt: new Date(now.getTime() + closesIn * 1_000) });
    return async (path: string, { token, body }: { token?: string; body?: object } = {}) => {
      const answer = await fetch(`${url}/wp-json/${path}`, {
        method: body ? "POST" : "GET",
        headers: {
          "Content-Type": "application/json",
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        body: body && JSON.stringify(body),
      });
      return { status: answer.status, json: await answer.json() };
    };
  }

  test.each([
    { off: OFF, closesIn: OFF / 2, status: 200, code: undefined },
    { off: -OFF, closesIn: -OFF / 2, status: 403, code: "deadline_passed" },
  ])(
    "an instance $off s off uses the database's clock for a call that ends in $closesIn s",
    async ({ off, closesIn, status, code }) => {
      const ask = await open(off, closesIn);
      const { token } = await makeUser();
      const saved = await ask("wp/v2/project", { token, body: { nome: "Filò" } });
      expect([saved.status, saved.json.code]).toEqual([status, code]);
      const measured = async () => (await ask("health")).json;
      await expect.poll(measured).toMatchObject({ status: "degraded", clock: "down" });

      const staff = await makeUser({ roles: ["auditor"] });
      const today = await ask("wp/v2/staff/today", staff);
      const found = today.json.checks.find(({ check }: CheckAnswer) => check === "clock_off");
      expect(found).toMatchObject({ count: 1, word: "stuck" });
      expect(Math.abs(found.measure - off * 1_000)).toBeLessThan(1_000);
    },
    120_000,
  );
});
