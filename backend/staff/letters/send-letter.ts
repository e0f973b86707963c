import { eq } from "drizzle-orm";
import { LANGUAGES, type Language } from "@/contract/languages";
import {
  sendLetter as contract,
  LETTERS_PER_SECOND,
  type LeftOut,
  type LetterTexts,
  letterField,
  type Recipients,
} from "@/contract/staff/letters";
import { type Effect, endFact } from "@/contract/staff/preview";
import { MAIL_PATIENCE_MINUTES } from "@/contract/staff/today";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Database, Executor } from "../../db/connect";
import { letters } from "../../db/schema/mail";
import { currentEdition } from "../../editions/edition";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import {
  type Counted,
  differing,
  lockLetters,
  type PreparedLetter,
  prepareLetter,
  queueLetter,
} from "../../mail/letter";
import { mailTrouble, outboxState } from "../../mail/outbox-state";
import { executeAction, type Outcome } from "../execute-action";
import { type LetterConfig, recipientsOf } from "./recipients";

/**
 * Queues a letter to the selected people, each in their language. Skips people with a blocker, such as an email address
 * that rejects emails.
 */
export function sendLetter(call: Call<typeof contract>) {
  const { config, body } = call;
  const { selection, texts } = body;
  return executeAction(contract, call, (db, context) =>
    writeLetter(db, { selection, texts, config }, context),
  );
}

/**
 * Queues a letter in the caller's transaction and returns the letter's id. Stores nothing if the letter has no
 * recipient.
 */
export async function writeLetter(
  db: Database,
  { selection, texts, config }: { selection: Recipients; texts: LetterTexts; config: LetterConfig },
  context: ActionContext,
): Promise<Outcome & { letter: string }> {
  const edition = await currentEdition(db, context.now);
  const { audience } = selection;
  const by = { config, now: context.now, viewer: context.actorId };
  const to = await recipientsOf(db, selection, by);
  const prepared = await prepareLetter(db, to, texts);
  await lockLetters(db);
  // Calculate the warnings before queueing, because afterwards all recipients count as having received the letter.
  const warnings = await warningsOf(db, prepared);
  const [letter] = await db
    .insert(letters)
    .values({ editionId: edition.id, audience, texts })
    .returning();
  if (!letter) throw new Error("a letter was not stored");
  const counted = await queueLetter(db, { ...prepared, id: letter.id, audience });
  const mails = counted.filter(({ why }) => why === null);
  requireTexts(
    texts,
    mails.map(({ language }) => language),
  );
  const leftOut = leftOutBy(counted);
  const [count, out] = [sumOf(mails), sumOf(Object.values(leftOut).map((own) => ({ count: own })))];
  if (count === 0) await db.delete(letters).where(eq(letters.id, letter.id));
  else {
    await db.update(letters).set({ count, leftOut }).where(eq(letters.id, letter.id));
    await appendAuditEntry(db, context, {
      act: "letter.send",
      target: { ...editionTarget(edition), letter: letter.id },
      data: { audience, mails: String(count), "left-out": String(out) },
    });
  }
  return {
    letter: letter.id,
    count,
    to: counted.map(({ language, why, sha256 }) => `${language} ${why ?? ""} ${sha256}`),
    effects: [{ name: "letter_queued", count }, ...warnings, ...(await progress(db, count))],
    mails: mails.map((own) => ({
      template: "letter",
      language: own.language,
      count: own.count,
    })),
    against: Object.entries(leftOut).map(([name, own]) => ({ name, count: own })),
    changed: "count" in selection && selection.count !== count + out,
  };
}

/** Rejects a letter without a subject or a text in the language of one of its recipients. */
function requireTexts(texts: LetterTexts, read: readonly Language[]): void {
  const missing = LANGUAGES.filter((language) => read.includes(language)).flatMap((language) =>
    (["subject", "text"] as const)
      .filter((part) => texts[language][part] === "")
      .map((part) => [letterField(language, part), "required"] as const),
  );
  if (missing.length > 0) fail("invalid_fields", { fields: Object.fromEntries(missing) });
}

/**
 * Returns warnings if the letter states a deadline or a stage as plain text although the recipients have different
 * deadlines or stages.
 */
async function warningsOf(db: Executor, letter: PreparedLetter): Promise<Effect[]> {
  return (await differing(db, letter)).map(({ of, count, values: [usual = "", other = ""] }) => ({
    name: `letter_differs_${of}`,
    count,
    ...(of === "deadline" && {
      facts: { usual: endFact(new Date(usual)), other: endFact(new Date(other)) },
    }),
  }));
}

/** Returns effects for the preview: the time that sending the letter takes, and problems that delay its start. */
async function progress(db: Executor, count: number): Promise<Effect[]> {
  const minutes = Math.ceil(count / LETTERS_PER_SECOND / 60);
  const state = await outboxState(db, MAIL_PATIENCE_MINUTES);
  const trouble = mailTrouble(state);
  return [
    ...(minutes > 1 ? [{ name: "letter_takes", count: minutes }] : []),
    ...(state.paused ? [{ name: "letter_paused", count: 1 }] : []),
    // If the mail server rejects only some of the stuck emails, it still accepts the emails of this letter. Therefore
    // the effect `letter_beside` reports the stuck emails, but no delay of the letter.
    ...(trouble === "some" ? [{ name: "letter_beside", count: state.stuck }] : []),
    ...(trouble === "refusing" ? [{ name: "letter_refusing", count: 1 }] : []),
    ...(trouble === "silent" ? [{ name: "letter_behind", count: 1 }] : []),
  ];
}

function leftOutBy(counted: readonly Counted[]): Partial<Record<LeftOut, number>> {
  const by: Partial<Record<LeftOut, number>> = {};
  for (const { why, count } of counted) if (why) by[why] = (by[why] ?? 0) + count;
  return by;
}

const sumOf = (some: readonly { count: number }[]) =>
  some.reduce((all, { count }) => all + count, 0);
