import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";
import type { Database } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { queueMail } from "../mail/outbox";
import { executeOrRollBack } from "./execute-or-roll-back";

const { db, clock } = await testBackend();
const act = { actor: "Rita", reason: "prova", now: clock.now };
const mail = (recipient: string) => ({
  ...{ template: "deadline_extended" as const, language: "it" as const, data: {} },
  ...{ userId: null, recipient },
});

/** Queues two mails while other connections queue, send, and delete mails in the same millisecond. */
async function beside(tx: Database) {
  const { rows } = await tx.execute<{ at: string }>(
    sql`select (now()::timestamptz(3))::text as at`,
  );
  const at = sql`${rows[0]?.at}::timestamptz`;
  await queueMail(tx, mail("first@example.org"));
  for (const name of ["x", "y", "z"]) {
    await db.insert(outbox).values({ ...mail(`${name}@example.org`), createdAt: at });
  }
  await db.update(outbox).set({ sentAt: clock.now }).where(eq(outbox.recipient, "w1@example.org"));
  await db.delete(outbox).where(eq(outbox.recipient, "gone@example.org"));
  await tx.transaction((inner) => queueMail(inner, mail("second@example.org")));
  await tx
    .transaction(async (inner) => {
      await queueMail(inner, mail("refused@example.org"));
      throw new Error("refused");
    })
    .catch(() => {});
  await tx.delete(outbox).where(eq(outbox.recipient, "w2@example.org"));
}

test.each([null, "plan"])(
  "a preview in a busy outbox counts only the action's own emails (%s)",
  async (plan) => {
    await db.delete(outbox);
    for (const name of ["w1", "w2", "w3"]) await queueMail(db, mail(`${name}@example.org`));
    await db.insert(outbox).values({ ...mail("gone@example.org"), sentAt: clock.now });
    const made = await executeOrRollBack(db, act, beside, () => plan);
    expect(made.mails.map(({ recipient }) => recipient).sort()).toEqual([
      "first@example.org",
      "second@example.org",
    ]);
    expect(made.cancelled).toBe(1);
    expect(await db.$count(outbox)).toBe(plan ? 2 + 3 + 2 : 3 + 3);
  },
);
