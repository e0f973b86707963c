import { and, eq, inArray, max, not, notInArray } from "drizzle-orm";
import type { Stage } from "@/contract/evaluation/funnel";
import { perLanguage } from "@/contract/languages";
import { EDITION_TAG } from "@/contract/service";
import type { StaffActionName } from "@/contract/staff/audit-log";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { Database, Executor } from "../../db/connect";
import { otherBuilds } from "../../db/instances";
import { publishInvalidation } from "../../db/invalidations";
import { RUNS_PROGRAMME, users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import { roundJurors, rounds } from "../../db/schema/rounds";
import { messagesIn } from "../../documents/messages";
import { movedBy } from "../../editions/administer-editions";
import { type Edition, lockSelection } from "../../editions/edition";
import { reminderKind } from "../../editions/reminder-kind";
import {
  canJoin,
  hasOpened,
  type Round,
  readRounds,
  requireRoundOrder,
  roundBefore,
} from "../../editions/rounds";
import { dropReminders } from "../../mail/outbox";
import { isStored } from "../own-rounds";
import { hasReleased } from "../ranking/decisions";
import { closedIn, evaluatorsOf, givenIn, juryOf } from "../round";
import { announceRound } from "./announce-round";
import { copyRecusals } from "./copy-recusals";

/*
 * Staff actions on the rounds of an edition. Each function locks the edition's selection, so that rounds, decisions,
 * and releases change one after the other.
 */

/**
 * Names of settings that the edition stores for its first round. Each later round stores these settings in its own row.
 */
const OF_THE_EDITION = ["feedback", "band", "discussion"];

type Names = (typeof rounds.$inferSelect)["names"];
type Terms = {
  names: Names;
  readings: number | null;
  weight: number | null;
  showsEarlier: boolean;
  isPublic: boolean;
  feedback?: boolean;
  band?: boolean;
  discussion?: boolean;
};
export type Given = Terms & {
  stage: Stage;
  opensAt: Date;
  closesAt: Date;
  /** Ids of the accounts on the jury. */
  jury: readonly string[];
};

/**
 * Creates a round for a selection stage. The first call also stores round 1, with the evaluators of its jury. Refuses
 * while instances of another build run, because older builds support only one round.
 */
export function makeRound(
  db: Database,
  year: number,
  given: Given,
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, (tx, edition, all) => make(tx, edition, all, given, context));
}

/**
 * Copies the later rounds of another edition to this edition, for selection stages without a round. Moves the dates to
 * this edition's year, and keeps only jury members who are still active evaluators. Returns the last created round.
 */
export function copyRounds(
  db: Database,
  year: number,
  from: number,
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const [source] = await tx.select().from(editions).where(eq(editions.year, from));
    if (!source) throw new RuleViolation(`There is no edition ${from}.`, "no_edition");
    const taken = all.flatMap(({ stage, replacedBy }) => (replacedBy ? [] : stage));
    let last: Round | undefined;
    for (const round of await readRounds(tx, source)) {
      const { stage, names, opensAt, closesAt, readings, weight, showsEarlier, isPublic } = round;
      const { feedback, band, discussion } = round;
      if (!names || !opensAt || !closesAt || round.replacedBy || taken.includes(stage)) continue;
      const jury = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(juryOf(round), showsEarlier ? undefined : not(RUNS_PROGRAMME)));
      const given = {
        ...{ stage, names, readings, weight, showsEarlier, isPublic },
        ...{ feedback, band, discussion },
        opensAt: movedBy(opensAt, year - from),
        closesAt: movedBy(closesAt, year - from, true),
        jury: jury.map(({ id }) => id),
      };
      last = await make(tx, edition, await readRounds(tx, edition), given, context);
    }
    if (!last) throw new RuleViolation(`Edition ${from} has no other round to copy.`, "no_round");
    return last;
  });
}

async function make(
  tx: Database,
  edition: Edition,
  all: readonly Round[],
  { jury, ...given }: Given,
  context: ActionContext,
  /** The round that the new round repeats, if any. */
  former?: Round,
): Promise<Round> {
  if ((await otherBuilds(tx, 0)).count > 0) {
    throw new RuleViolation("Instances of another build are running.", "builds_differ");
  }
  const isTaken = all.some(({ stage, replacedBy }) => stage === given.stage && !replacedBy);
  const before = roundBefore(all, given.stage);
  if (isTaken || !before) {
    throw new RuleViolation(`There is already a round for ${given.stage}.`, "stage_taken");
  }
  requireRoundOrder(edition, all, given);
  const key = { editionId: edition.id };
  if (!all.some(isStored)) {
    const [first] = all;
    if (!first) throw new Error("an edition without a round");
    const evaluators = await tx.select({ id: users.id }).from(users).where(evaluatorsOf(first));
    const { stage } = first;
    await tx.insert(rounds).values({
      ...key,
      number: 1,
      stage,
      names: perLanguage((language) => messagesIn(language).rounds[stage]),
    });
    await seat(
      tx,
      { ...key, number: 1 },
      evaluators.map(({ id }) => id),
      context.now,
    );
  }
  const [row] = await tx
    .select({ last: max(rounds.number) })
    .from(rounds)
    .where(eq(rounds.editionId, edition.id));
  const number = (row?.last ?? 1) + 1;
  await tx.insert(rounds).values({ ...key, number, ...given, reads: before.number });
  const made = await find(tx, edition, number);
  await requireJurors(tx, made, jury);
  await seat(tx, made, jury, context.now);
  await record(tx, made, former ? "round.again" : "round.make", context, {
    ...(former && { former: String(former.number) }),
    stage: given.stage,
    opens: given.opensAt.toISOString(),
    closes: given.closesAt.toISOString(),
    jury: String(jury.length),
  });
  return made;
}

/**
 * Changes the settings of a round, except its dates and jury. After the round has opened, refuses to change the round's
 * weight, and refuses to change whether the jury sees earlier results.
 */
export function changeRound(
  db: Database,
  year: number,
  number: number,
  terms: Partial<Terms>,
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const known = named(all, number);
    const changed = Object.entries(terms).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(known[name as keyof Terms]) !== JSON.stringify(value),
    );
    const isRule = changed.some(([name]) => name === "weight" || name === "showsEarlier");
    if (number === 1 && changed.some(([name]) => OF_THE_EDITION.includes(name))) {
      throw new RuleViolation("The edition has these settings of the first round.", "no_round");
    }
    if (isRule && hasOpened(known, context.now)) {
      throw new RuleViolation("The round has begun.", "round_begun");
    }
    if (changed.length > 0) {
      await tx.update(rounds).set(Object.fromEntries(changed)).where(at(edition, number));
    }
    const after = await find(tx, edition, number);
    await requireBlindJury(tx, after);
    await record(tx, after, "round.change", context, {
      changed: changed.map(([name]) => name).join(" "),
    });
    return after;
  });
}

/**
 * Changes the dates of a later round. Rejects the first round, which has the edition's dates. The opening date cannot
 * change after the round has opened.
 */
export function setRoundDates(
  db: Database,
  year: number,
  number: number,
  { opensAt, closesAt }: { opensAt?: Date | undefined; closesAt?: Date | undefined },
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const known = named(all, number);
    if (number === 1)
      throw new RuleViolation("The first round has the edition's dates.", "no_round");
    const isMoved = opensAt && known.opensAt?.getTime() !== opensAt.getTime();
    if (isMoved && hasOpened(known, context.now)) {
      throw new RuleViolation("The round has begun.", "round_begun");
    }
    if (known.closedAt) throw new RuleViolation("The round is closed.", "round_closed");
    const span = { opensAt: opensAt ?? known.opensAt, closesAt: closesAt ?? known.closesAt };
    requireRoundOrder(edition, all, { stage: known.stage, ...span });
    await tx.update(rounds).set(span).where(at(edition, number));
    // Deletes queued reminders, because they contain the former end of the round. Due reminders are queued again with
    // the new end.
    await dropReminders(tx, { kind: reminderKind(year, number) }, ["evaluation_reminder"]);
    const after = await find(tx, edition, number);
    await requireBlindJury(tx, after);
    await record(tx, after, "round.date", context, {
      opens: span.opensAt?.toISOString() ?? "",
      closes: span.closesAt?.toISOString() ?? "",
    });
    return after;
  });
}

/**
 * Sets the jury of a round. Evaluators who join an opened round keep the recusals that they declared in other rounds.
 */
export function setJury(
  db: Database,
  year: number,
  number: number,
  jury: readonly string[],
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const known = named(all, number);
    if (known.closedAt || known.isRead) {
      throw new RuleViolation("The round is closed.", "round_closed");
    }
    await requireJurors(tx, known, jury);
    const before = await jurorsOf(tx, known);
    const joining = jury.filter((id) => !before.includes(id));
    const leaving = before.filter((id) => !jury.includes(id));
    if (leaving.length > 0) {
      await tx
        .delete(roundJurors)
        .where(and(ofRound(edition, number), inArray(roundJurors.userId, leaving)));
    }
    await seat(tx, known, joining, context.now);
    if (hasOpened(known, context.now)) {
      await copyRecusals(tx, known, context.now);
      await announceRound(tx, known, inArray(users.id, joining));
    }
    await record(tx, known, "round.jury", context, {
      joined: String(joining.length),
      left: String(leaving.length),
    });
    return known;
  });
}

/** Closes a round: its scores no longer change, and evaluations that are still open do not count. */
export function closeRound(
  db: Database,
  year: number,
  number: number,
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const known = named(all, number);
    if (!hasOpened(known, context.now)) {
      throw new RuleViolation("The round has not opened.", "round_not_open");
    }
    if (known.closedAt) throw new RuleViolation("The round is closed.", "round_closed");
    await tx.update(rounds).set({ closedAt: context.now }).where(at(edition, number));
    const kind = reminderKind(year, number);
    await dropReminders(tx, { kind }, ["evaluation_reminder"]);
    const after = await find(tx, edition, number);
    await record(tx, after, "round.close", context, {});
    return after;
  });
}

/**
 * Reopens a closed evaluation round. Refuses if a later round that uses its results has opened, or if decisions based
 * on its ranking are released.
 */
export function reopenRound(
  db: Database,
  year: number,
  number: number,
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const known = named(all, number);
    if (!known.closedAt) throw new RuleViolation("The round is not closed.", "round_not_open");
    if (known.isRead) throw new RuleViolation("The next round has opened.", "round_read");
    if (known.replacedBy) throw new RuleViolation("The round was run again.", "round_replaced");
    await requireUnreleased(tx, known);
    await tx.update(rounds).set({ closedAt: null }).where(at(edition, number));
    const after = await find(tx, edition, number);
    await requireBlindJury(tx, after);
    await record(tx, after, "round.reopen", context, {});
    return after;
  });
}

/**
 * Runs a later evaluation round again: creates a round for the same selection stage with its own dates and jury, and
 * closes the former round. The former scores stay readable to staff and decide nothing. Refuses if decisions based on
 * the former round's ranking are released.
 */
export function repeatRound(
  db: Database,
  year: number,
  number: number,
  { jury, ...dates }: Pick<Given, "opensAt" | "closesAt" | "jury">,
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const known = named(all, number);
    // The first round cannot be repeated, because it uses the edition's dates.
    if (number === 1) throw new RuleViolation("The first round is not repeated.", "no_round");
    if (!hasOpened(known, context.now)) {
      throw new RuleViolation("The round has not opened.", "round_not_open");
    }
    if (known.replacedBy) throw new RuleViolation("The round was run again.", "round_replaced");
    // A later round that uses this round's results can open after the release of decisions about this round's stage.
    // Therefore refuse to repeat the round after such a release.
    await requireUnreleased(tx, known);
    const next = Math.max(...all.map((one) => one.number)) + 1;
    const closedAt = known.closedAt ?? context.now;
    await tx.update(rounds).set({ closedAt, replacedBy: next }).where(at(edition, number));
    await dropReminders(tx, { kind: reminderKind(year, number) }, ["evaluation_reminder"]);
    const { names, stage, readings, weight, showsEarlier, isPublic } = known;
    const { feedback, band, discussion } = known;
    const terms = { readings, weight, showsEarlier, isPublic, feedback, band, discussion };
    const given = { names: names ?? perLanguage(() => ""), stage, ...dates, ...terms, jury };
    const made = await make(tx, edition, await readRounds(tx, edition), given, context, known);
    // Rounds that use the results of the repeated round now use the results of the new round.
    const readers = and(eq(rounds.editionId, edition.id), eq(rounds.reads, number));
    await tx.update(rounds).set({ reads: made.number }).where(readers);
    return made;
  });
}

/**
 * Removes a round that has not opened. Refuses if a later round depends on the round. If only round 1 would remain,
 * also removes the row of round 1, so that all evaluators are on the jury again.
 */
export function removeRound(
  db: Database,
  year: number,
  number: number,
  context: ActionContext,
): Promise<Round> {
  return administer(db, year, async (tx, edition, all) => {
    const known = named(all, number);
    const isNeeded = number === 1 || all.some(({ reads }) => reads === number);
    const begun = await tx.$count(evaluations, givenIn(known));
    if (isNeeded || begun > 0 || hasOpened(known, context.now)) {
      throw new RuleViolation("The round has begun, or another one reads it.", "round_begun");
    }
    const isLast = all.every((one) => one.number === 1 || one.number === number);
    const key = eq(rounds.editionId, edition.id);
    await tx.delete(rounds).where(isLast ? key : and(key, eq(rounds.number, number)));
    // If the removed round is a repetition, the repeated round decides its stage again.
    await tx
      .update(rounds)
      .set({ replacedBy: null })
      .where(and(key, eq(rounds.replacedBy, number)));
    await record(tx, known, "round.remove", context, { stage: known.stage });
    return known;
  });
}

type Change = (tx: Database, edition: Edition, all: readonly Round[]) => Promise<Round>;

function administer(db: Database, year: number, change: Change): Promise<Round> {
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(editions).where(eq(editions.year, year));
    if (!known) throw new RuleViolation(`There is no edition ${year}.`, "no_edition");
    await lockSelection(tx, known.id);
    const [edition] = await tx.select().from(editions).where(eq(editions.year, year)).for("share");
    if (!edition) throw new RuleViolation(`There is no edition ${year}.`, "no_edition");
    // Revalidates public pages, because they show the dates of public rounds.
    await publishInvalidation(tx, EDITION_TAG);
    return change(tx as unknown as Database, edition, await readRounds(tx, edition));
  });
}

function named(all: readonly Round[], number: number): Round {
  const found = all.find((one) => one.number === number);
  if (!found || !isStored(found)) {
    throw new RuleViolation(`There is no round ${number}.`, "no_round");
  }
  return found;
}

async function find(tx: Executor, edition: Edition, number: number): Promise<Round> {
  return named(await readRounds(tx, edition), number);
}

async function requireUnreleased(tx: Executor, round: Round): Promise<void> {
  if (await hasReleased(tx, round)) {
    throw new RuleViolation("A stage that the round decides is released.", "round_released");
  }
}

const at = ({ id }: Edition, number: number) =>
  and(eq(rounds.editionId, id), eq(rounds.number, number));

const ofRound = ({ id }: Edition, number: number) =>
  and(eq(roundJurors.editionId, id), eq(roundJurors.round, number));

async function jurorsOf(tx: Executor, { edition, number }: Round): Promise<string[]> {
  const rows = await tx
    .select({ id: roundJurors.userId })
    .from(roundJurors)
    .where(ofRound(edition, number));
  return rows.map(({ id }) => id);
}

function seat(
  tx: Executor,
  { editionId, number }: { editionId: string; number: number },
  ids: readonly string[],
  since: Date,
) {
  if (ids.length === 0) return;
  return tx
    .insert(roundJurors)
    .values(ids.map((userId) => ({ editionId, round: number, userId, since })));
}

/** Throws if an account is not an evaluator, or if a staff member is on a jury that must not see earlier results. */
async function requireJurors(tx: Executor, round: Round, ids: readonly string[]): Promise<void> {
  const people = await tx
    .select({ id: users.id, roles: users.roles })
    .from(users)
    .where(inArray(users.id, [...ids]));
  const isEvaluator = (id: string) =>
    people.some((one) => one.id === id && one.roles.includes("evaluator"));
  if (!ids.every(isEvaluator)) throw new RuleViolation("Not all are evaluators.", "not_on_jury");
  requireBlind(round, people);
}

/**
 * Throws if the current jury of a round must not see earlier results and contains a staff member with an open
 * evaluation. Staff can read earlier results. After closing the evaluation, a staff member can no longer change scores
 * because of them.
 */
async function requireBlindJury(tx: Executor, round: Round): Promise<void> {
  const closed = tx
    .select({ id: evaluationRecords.evaluatorId })
    .from(evaluationRecords)
    .where(closedIn(round));
  const people = await tx
    .select({ roles: users.roles })
    .from(users)
    .where(and(inArray(users.id, await jurorsOf(tx, round)), notInArray(users.id, closed)));
  requireBlind(round, people);
}

function requireBlind(round: Round, people: readonly { roles: readonly string[] }[]): void {
  if (!people.every(({ roles }) => canJoin(round, roles))) {
    throw new RuleViolation("Staff read the results of earlier rounds.", "staff_on_jury");
  }
}

function record(
  tx: Executor,
  { edition, number }: Round,
  act: StaffActionName,
  context: ActionContext,
  data: Record<string, string>,
) {
  const target = editionTarget(edition);
  return appendAuditEntry(tx, context, { act, target, data: { round: String(number), ...data } });
}
