import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { CRITERIA } from "@/contract/evaluation/weights";
import { cleanEmail } from "@/contract/text/clean-text";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { evaluationRecords } from "../../db/schema/evaluations";
import { lockSelection } from "../../editions/edition";
import { findRound, holdRounds, type RoundKey } from "../../editions/rounds";
import { queueMail } from "../../mail/outbox";
import { lockWork } from "../closing";
import { roundInMail } from "../own-rounds";
import { brokenChains } from "../revisions";
import { closedIn } from "../round";
import { recordHash } from "./record";

const WEIGHTS = z.object({ criteria: z.array(z.object({ weight: z.number() })) });

type Stored = typeof evaluationRecords.$inferSelect;
export type Verified = Stored & { year: number; intact: boolean; weights: string };

/**
 * Returns all evaluation records of an evaluator, including reopened records. `intact` says whether the stored hashes
 * of the record and of its score revisions match their content.
 */
export async function verifyRecords(
  db: Executor,
  email: string,
  year?: number,
): Promise<Verified[]> {
  const rows = await db
    .select({ record: evaluationRecords, year: editions.year })
    .from(evaluationRecords)
    .innerJoin(users, eq(users.id, evaluationRecords.evaluatorId))
    .innerJoin(editions, eq(editions.id, evaluationRecords.editionId))
    .where(
      and(
        eq(users.email, cleanEmail(email).toLowerCase()),
        year === undefined ? undefined : eq(editions.year, year),
      ),
    )
    .orderBy(
      asc(editions.year),
      asc(evaluationRecords.closedAt),
      asc(evaluationRecords.reopenedAt),
    );
  const broken = await brokenChains(db);
  return rows.map(({ record, year }) => {
    // An evaluation record that was manipulated in the database can have any shape, so an invalid record must not
    // throw.
    const { data } = WEIGHTS.safeParse(record.record);
    const weights = data?.criteria.map(({ weight }) => weight).join("/") ?? "";
    const intact = recordHash(record.record) === record.sha256 && !broken.has(record.id);
    return { ...record, year, weights, intact };
  });
}

/**
 * Returns the email addresses of evaluators whose evaluation record or score revision in a round no longer matches its
 * hash.
 */
export async function alteredRecords(db: Executor, round: RoundKey): Promise<string[]> {
  return addressesOf(db, await alteredEvaluators(db, round));
}

/**
 * Returns the ids of evaluators whose evaluation record or score revision in a round no longer matches its
 * hash.
 */
export async function alteredEvaluators(db: Executor, round: RoundKey): Promise<string[]> {
  const rows = await db
    .select({
      id: evaluationRecords.id,
      record: evaluationRecords.record,
      sha256: evaluationRecords.sha256,
      evaluator: evaluationRecords.evaluatorId,
    })
    .from(evaluationRecords)
    .where(closedIn(round));
  const broken = await brokenChains(db, round);
  return rows.flatMap(({ id, record, sha256, evaluator }) =>
    recordHash(record) === sha256 && !broken.has(id) ? [] : [evaluator],
  );
}

/** Returns the email addresses of the given accounts, in alphabetical order. */
export async function addressesOf(db: Executor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.email));
  return rows.map(({ email }) => email);
}

/**
 * Returns the evaluators whose stored scores differ from their closed evaluation. A database trigger should prevent
 * such differences.
 */
export async function changedScores(db: Executor): Promise<{ email: string; year: number }[]> {
  const scores = CRITERIA.map(({ id }) => `'${id}', e.${id}`).join(", ");
  const { rows } = await db.execute<{ email: string; year: number }>(sql`
    select distinct u.email, ed.year from evaluation_records r
    join users u on u.id = r.evaluator_id join editions ed on ed.id = r.edition_id
    join evaluations e on e.edition_id = r.edition_id and e.evaluator_id = r.evaluator_id and e.round = r.round
    left join jsonb_array_elements(r.record->'evaluations') frozen on frozen->>'project' = e.project_id::text
    where r.reopened_at is null
      and frozen->'scores' is distinct from jsonb_build_object(${sql.raw(scores)})
    order by 1, 2`);
  return rows;
}

/**
 * Reopens an evaluator's closed evaluation. The record keeps its hash and gets the reason. The evaluator can change
 * scores again, and later closes the evaluation with a new record. Sends the evaluator an email with the reason.
 * Returns false if no evaluation is closed.
 */
export function reopenEvaluation(
  db: Executor,
  { email, year, round: number = 1 }: { email: string; year: number; round?: number },
  context: ActionContext,
): Promise<boolean> {
  const { reason, now: at } = context;
  return db.transaction(async (tx) => {
    const standing = (await verifyRecords(tx, email, year)).find(
      (one) => one.round === number && !one.reopenedAt,
    );
    if (!standing) return false;
    const { id, editionId, evaluatorId, sha256 } = standing;
    const [edition] = await tx.select().from(editions).where(eq(editions.id, editionId));
    if (!edition) throw new Error("a record without its edition");
    // Adding a contribution to a discussion takes the same lock on the selection. So a contribution is either stored
    // before the reopening or refused.
    await lockSelection(tx, edition.id);
    await holdRounds(tx, edition.id);
    const round = await findRound(tx, edition, number);
    if (!round) throw new Error("a record without its round");
    if (round.isRead || round.closedAt) {
      throw new RuleViolation("The round is closed: its results are final.", "round_closed");
    }
    await lockWork(tx, round, evaluatorId);
    const { rows: discussed } = await tx.execute<{ is: boolean }>(
      sql`select has_been_discussed(edition_id, round, record) as is from ${evaluationRecords} where id = ${id}`,
    );
    if (discussed[0]?.is) {
      throw new RuleViolation("The jury has begun to discuss its projects.", "discussed");
    }
    const reopened = await tx
      .update(evaluationRecords)
      .set({ reopenedAt: at, reopenedReason: reason })
      .where(and(eq(evaluationRecords.id, id), isNull(evaluationRecords.reopenedAt)))
      .returning({ id: evaluationRecords.id });
    if (reopened.length === 0) return false;
    const [person] = await tx.select().from(users).where(eq(users.id, evaluatorId));
    if (!person) throw new Error("a record without its evaluator");
    const target = { ...editionTarget(edition), user: evaluatorId };
    await appendAuditEntry(tx, context, {
      act: "evaluation.reopen",
      target,
      data: { sha256, ...(number > 1 && { round: String(number) }) },
    });
    await queueMail(tx, {
      template: "evaluation_reopened",
      userId: person.id,
      recipient: person.email,
      language: person.language,
      data: {
        first_name: person.firstName,
        edition: String(edition.year),
        ...roundInMail(round, person.language),
        reason,
        ...(round.closesAt && { deadline: round.closesAt.toISOString() }),
      },
    });
    return true;
  });
}
