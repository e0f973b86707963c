import { asc, eq, sql } from "drizzle-orm";
import * as contract from "@/contract/staff/letter-texts";
import { appendAuditEntry } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { letterTexts } from "../../db/schema/mail";
import { fail } from "../../http/failure";
import { readId } from "../../http/parse";
import type { Call } from "../../http/serve";
import { actionContextFor } from "../action-context";

/** Lists the saved letter texts by name. */
export async function listLetterTexts({ db }: Call<typeof contract.listLetterTexts>) {
  const rows = await db.select().from(letterTexts).orderBy(asc(letterTexts.name));
  return { texts: rows.map(toAnswer) };
}

/**
 * Saves the text of a letter under a unique name, or replaces a saved text. Refuses a replacement if a colleague has
 * changed the text in the meantime. The audit entry stores the name as its reason.
 */
export async function keepLetterText({
  db,
  caller,
  body: { name, texts, replaces },
  arrivedAt,
}: Call<typeof contract.keepLetterText>) {
  return db.transaction(async (tx) => {
    // The lock prevents concurrent requests from saving too many letter texts, two texts with one name, or two
    // replacements of one version.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('letter_texts', 0))`);
    const [known] = replaces ? await find(tx, replaces.id) : [];
    if (replaces && !known) fail("not_found");
    if (replaces && known?.changedAt.toISOString() !== replaces.changed_at) {
      fail("version_conflict");
    }
    const [namesake] = await tx.select().from(letterTexts).where(eq(letterTexts.name, name));
    if (namesake && namesake.id !== known?.id) {
      fail("invalid_fields", { fields: { name: "name_taken" } });
    }
    if (!known && (await tx.$count(letterTexts)) >= contract.LETTER_TEXTS_MAX) {
      fail("invalid_fields", { fields: { name: "too_many" } });
    }
    const values = { name, texts, changedAt: arrivedAt };
    const [kept] = known
      ? await tx.update(letterTexts).set(values).where(eq(letterTexts.id, known.id)).returning()
      : await tx.insert(letterTexts).values(values).returning();
    if (!kept) throw new Error("a text was not kept");
    await appendAuditEntry(tx, actionContextFor(caller, name, arrivedAt), {
      act: "letter.keep-text",
      target: {},
    });
    return toAnswer(kept);
  });
}

export async function removeLetterText({
  db,
  caller,
  params,
  arrivedAt,
}: Call<typeof contract.removeLetterText>): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(letterTexts)
      .where(eq(letterTexts.id, readId(params.id)))
      .returning();
    if (!removed) return fail("not_found");
    await appendAuditEntry(tx, actionContextFor(caller, removed.name, arrivedAt), {
      act: "letter.remove-text",
      target: {},
    });
  });
}

const find = (tx: Executor, id: string) =>
  tx
    .select()
    .from(letterTexts)
    .where(eq(letterTexts.id, readId(id)));

const toAnswer = ({ id, name, texts, changedAt }: typeof letterTexts.$inferSelect) => ({
  id,
  name,
  texts,
  changed_at: changedAt.toISOString(),
});
