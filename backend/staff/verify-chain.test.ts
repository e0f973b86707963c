import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { behindTheBack } from "@/tests/support/people/evaluation";
import { testBackend } from "@/tests/support/servers/backend";
import { appendAuditEntry } from "../audit-log/entries";
import { auditEntries } from "../db/schema/audit-log";

const { api, db, clock, makeUser } = await testBackend();
const { token } = await makeUser({ roles: ["auditor"] });
const chain = async () => (await api("GET", "wp/v2/staff/acts/chain", { token })).json;

test("an auditor verifies the hash chain and sees the first broken entry", async () => {
  expect(await chain()).toEqual({ intact: true, lines: 0, head: "", broken_at: null });
  const by = { actor: "Rita", reason: "prova", now: clock.now };
  for (const year of ["2026", "2027", "2028"]) {
    await appendAuditEntry(db, by, { act: "edition.close", target: { year } });
  }
  const whole = await chain();
  const head = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(whole).toEqual({ intact: true, lines: 3, head, broken_at: null });
  await behindTheBack(db, (tx) =>
    tx
      .update(auditEntries)
      .set({ target: { year: "2030" } })
      .where(sql`number = 2`),
  );
  const altered = await chain();
  expect(altered).toMatchObject({ intact: false, lines: 1, broken_at: 2 });
  expect(altered.head).not.toBe(whole.head);
});
