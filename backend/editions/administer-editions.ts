import { eq, ne } from "drizzle-orm";
import {
  closingMoment,
  lastChange,
  romeDay,
  romeDayEnd,
  romeMidnight,
  romeTime,
} from "@/contract/deadline";
import type { AFTER_SENDING } from "@/contract/project/project-schemas";
import { CONTENT_TAG, EDITION_TAG } from "@/contract/service";
import type { StaffActionName } from "@/contract/staff/audit-log";
import type { EditionDate } from "@/contract/staff/editions";
import { type ActionContext, appendAuditEntry, editionTarget } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database, Executor } from "../db/connect";
import { publishInvalidation } from "../db/invalidations";
import { editions, projects } from "../db/schema/applications";
import { dropReminders } from "../mail/outbox";
import { untilWords } from "../scheduling/say-dates";
import { type Edition, lockSelection } from "./edition";
import { changedFigures, figuresAfter, type GivenFigures, requireFigures } from "./edition-figures";
import { reminderKind } from "./reminder-kind";
import { readRounds, requireRoundOrder } from "./rounds";

/** The column of each date of an edition, and the function that converts a Rome date to the stored instant. */
export const DATES = {
  opens: { column: "opensAt", instant: romeMidnight },
  closes: { column: "closesAt", instant: romeDayEnd },
  awarded: { column: "awardedAt", instant: romeMidnight },
  "evaluation-opens": { column: "evaluationOpensAt", instant: romeMidnight },
  "evaluation-closes": { column: "evaluationClosesAt", instant: romeDayEnd },
} as const satisfies Record<EditionDate, object>;

const MINUTE = 60_000;

type Values = Partial<Omit<Edition, "id" | "year">>;
/** First and last day of applications as Rome dates, both inclusive. */
type Days = { from: string; until: string };

/** Opens a new or existing edition for applications, from one day to another, both inclusive. */
export function openEdition(
  db: Database,
  year: number,
  days: Days,
  context: ActionContext,
): Promise<Edition> {
  return setDays(db, year, days, { name: "edition.open", more: {} }, context);
}

/**
 * Sets the first and last day of an edition from the configuration, and other given values (`more`), such as the end of
 * the evaluation period.
 */
export function configureEdition(
  db: Database,
  year: number,
  days: Days,
  more: Values,
  context: ActionContext,
): Promise<Edition> {
  return setDays(db, year, days, { name: "edition.configured", more }, context);
}

function setDays(
  db: Database,
  year: number,
  { from, until }: Days,
  { name, more }: { name: StaffActionName; more: Values },
  context: ActionContext,
): Promise<Edition> {
  const values = { ...more, opensAt: romeMidnight(from), closesAt: romeDayEnd(until) };
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(editions).where(eq(editions.year, year));
    const edition = known
      ? await change(tx, known, values, context.now)
      : await insert(tx, { year, ...requireOrder(values) });
    await record(tx, edition, name, context, { from, until });
    return edition;
  });
}

/** Sets one date of an edition from a Rome date. Closing days are inclusive. */
export function setDate(
  db: Database,
  year: number,
  which: EditionDate,
  date: string,
  context: ActionContext,
): Promise<Edition> {
  const { column, instant } = DATES[which];
  return db.transaction(async (tx) => {
    const edition = await change(
      tx,
      await find(tx, year),
      { [column]: instant(date) },
      context.now,
    );
    await record(tx, edition, "edition.date", context, { which, date });
    return edition;
  });
}

/** Sets whether applicants can change an application after sending it. */
export function setAfterSending(
  db: Database,
  year: number,
  rule: (typeof AFTER_SENDING)[number],
  context: ActionContext,
): Promise<Edition> {
  return db.transaction(async (tx) => {
    const edition = await change(tx, await find(tx, year), { afterSending: rule }, context.now);
    await record(tx, edition, "edition.after-sending", context, { rule });
    return edition;
  });
}

/**
 * Sets the numbers of an edition: places per selection stage, evaluators per project, grace period, and reminder times
 * (rule staff.figures). Refuses contradictory numbers. After the first release of decisions, also refuses to change
 * places or evaluators per project.
 */
export function setFigures(
  db: Database,
  year: number,
  given: GivenFigures,
  context: ActionContext,
): Promise<Edition> {
  return db.transaction(async (tx) => {
    // Locks the selection before the edition's row, as a release does. With a different order of locks, this change and
    // a release could wait for each other forever.
    const [one] = await tx.select().from(editions).where(eq(editions.year, year));
    if (one) await lockSelection(tx, one.id);
    const known = await find(tx, year);
    const figures = figuresAfter(known, given);
    await requireFigures(tx, known, figures);
    const edition = await change(tx, known, figures, context.now);
    // Public texts quote the number of places per selection stage, so their pages are revalidated.
    await publishInvalidation(tx, CONTENT_TAG);
    await record(tx, edition, "edition.figures", context, changedFigures(known, figures));
    return edition;
  });
}

/**
 * Closes an edition at the start of the current minute, because pages show the deadline without seconds. Requests in
 * progress still have the grace period.
 */
export function closeEdition(db: Database, year: number, context: ActionContext): Promise<Edition> {
  return db.transaction(async (tx) => {
    const known = await find(tx, year);
    if (known.closesAt <= context.now) {
      throw new RuleViolation(`Edition ${year} is already closed.`, "closed_already");
    }
    const closesAt = new Date(Math.floor(context.now.getTime() / MINUTE) * MINUTE);
    const edition = await change(tx, known, { closesAt }, context.now);
    await record(tx, edition, "edition.close", context, { at: romeTime(closesAt) });
    return edition;
  });
}

/**
 * Creates an edition for `year` with the settings and the numbers of the edition `from`. Moves the dates of `from` by the
 * difference in years, and does not copy the date of the awards.
 */
export function cloneEdition(
  db: Database,
  from: number,
  year: number,
  context: ActionContext,
): Promise<Edition> {
  return db.transaction(async (tx) => {
    const known = await find(tx, from);
    const [taken] = await tx.select().from(editions).where(eq(editions.year, year));
    if (taken) throw new RuleViolation(`Edition ${year} already exists.`, "edition_exists");
    const moved = (at: Date, end?: boolean) => movedBy(at, year - from, end);
    const edition = await insert(tx, {
      year,
      afterSending: known.afterSending,
      ...figuresAfter(known, {}),
      opensAt: moved(known.opensAt),
      closesAt: moved(known.closesAt, true),
      evaluationOpensAt: known.evaluationOpensAt && moved(known.evaluationOpensAt),
      evaluationClosesAt: known.evaluationClosesAt && moved(known.evaluationClosesAt, true),
    });
    await record(tx, edition, "edition.clone", context, { from: String(from) });
    return edition;
  });
}

/**
 * Removes an edition that was created by mistake. Refuses to remove an edition with applications, and the last edition,
 * because requests need an edition.
 */
export function removeEdition(
  db: Database,
  year: number,
  context: ActionContext,
): Promise<Edition> {
  return db.transaction(async (tx) => {
    const edition = await find(tx, year);
    const begun = await tx.$count(projects, eq(projects.editionId, edition.id));
    if (begun > 0) {
      throw new RuleViolation(
        `Edition ${year} is not empty: ${begun} ${begun === 1 ? "application has" : "applications have"} been started in it.`,
        "edition_begun",
      );
    }
    if ((await tx.$count(editions, ne(editions.id, edition.id))) === 0) {
      throw new RuleViolation(
        `Edition ${year} is the only edition: it cannot be removed.`,
        "only_edition",
      );
    }
    await tx.delete(editions).where(eq(editions.id, edition.id));
    await publishInvalidation(tx, EDITION_TAG);
    await record(tx, edition, "edition.remove", context, {});
    return edition;
  });
}

async function find(tx: Executor, year: number): Promise<Edition> {
  const [edition] = await tx.select().from(editions).where(eq(editions.year, year)).for("update");
  if (!edition) throw new RuleViolation(`There is no edition ${year}.`, "no_edition");
  return edition;
}

async function change(tx: Executor, known: Edition, values: Values, now: Date): Promise<Edition> {
  requireOrder({ ...known, ...values });
  const [edition] = await tx
    .update(editions)
    .set({ ...values, ...(await forgetReminders(tx, known, values, now)) })
    .where(eq(editions.id, known.id))
    .returning();
  if (!edition) throw new Error("a locked edition is gone");
  requireRoundOrder(edition, await readRounds(tx, edition));
  await publishInvalidation(tx, EDITION_TAG);
  return edition;
}

/** Reports whether new values change a date of an edition. A date that the values omit stays unchanged. */
function isMoved(before: Edition, after: Values, name: "closesAt" | "evaluationClosesAt"): boolean {
  return name in after && before[name]?.getTime() !== after[name]?.getTime();
}

/**
 * Deletes queued reminders, because they would state the former deadline. Returns the current time for each moved
 * deadline, so that reminders that were due earlier are not sent. Returns null instead if reminders were deleted,
 * because they must be queued again.
 */
async function forgetReminders(tx: Executor, known: Edition, values: Values, now: Date) {
  const since: Partial<Pick<Edition, "closesMovedAt" | "evaluationClosesMovedAt">> = {};
  if (isMoved(known, values, "closesAt")) {
    const dropped = await dropReminders(tx, { editionId: known.id });
    since.closesMovedAt = dropped > 0 ? null : now;
  }
  if (isMoved(known, values, "evaluationClosesAt")) {
    const ours = { kind: reminderKind(known.year) };
    const dropped = await dropReminders(tx, ours, ["evaluation_reminder"]);
    since.evaluationClosesMovedAt = dropped > 0 ? null : now;
  }
  return since;
}

async function insert(tx: Executor, values: typeof editions.$inferInsert): Promise<Edition> {
  const [edition] = await tx.insert(editions).values(values).returning();
  if (!edition) throw new Error("an edition was not stored");
  await publishInvalidation(tx, EDITION_TAG);
  return edition;
}

/**
 * Throws unless the dates of an edition are in order. Applications and evaluation each open before they close. The
 * evaluation opens after applications close, so that evaluators score only after all applications are submitted. The
 * awards follow the evaluation. An evaluation without an opening date opens with the first submission.
 */
function requireOrder<E extends { opensAt: Date; closesAt: Date }>(edition: E & Values): E {
  const { opensAt, closesAt, evaluationOpensAt, evaluationClosesAt } = edition;
  const wrong =
    opensAt >= closesAt
      ? "opens_late"
      : evaluationOpensAt && evaluationClosesAt && evaluationOpensAt >= evaluationClosesAt
        ? "evaluation_opens_late"
        : null;
  if (wrong) throw new RuleViolation("An edition must open before it closes.", wrong);
  const late = (["evaluation-opens", "evaluation-closes", "awarded"] as const).filter((which) => {
    const at = edition[DATES[which].column];
    return at && at < closesAt;
  });
  const [first] = late;
  if (first) {
    const until = untilWords(closesAt);
    throw new RuleViolation(
      `Applications would be open ${until}, after ${late.join(" and ")}: move that first.`,
      `after_${first}`,
    );
  }
  const { awardedAt } = edition;
  // Compares days instead of instants, because the awards can take place on the last day of the evaluation period.
  if (
    awardedAt &&
    evaluationClosesAt &&
    romeDay(awardedAt) < romeDay(closingMoment(evaluationClosesAt).lastDay)
  ) {
    throw new RuleViolation(
      `The awards would be before the evaluation ends ${untilWords(evaluationClosesAt)}: move the other date first.`,
      "awarded_early",
    );
  }
  return edition;
}

async function record(
  tx: Executor,
  edition: Edition,
  name: StaffActionName,
  context: ActionContext,
  data: Record<string, string>,
): Promise<void> {
  await appendAuditEntry(tx, context, { act: name, target: editionTarget(edition), data });
}

/**
 * Returns the same Rome day `years` years later: the midnight that begins the day, or with `end` the midnight that ends
 * it.
 */
export function movedBy(at: Date, years: number, end = false): Date {
  const day = romeDay(new Date(at.getTime() - (end ? 1 : 0)));
  const [year = "", month = "", date = ""] = day.split("-");
  // Replaces 29 February with 28 February, because most years lack 29 February.
  const sameDay = month === "02" && date === "29" ? "28" : date;
  const moved = `${Number(year) + years}-${month}-${sameDay}`;
  return end ? romeDayEnd(moved) : romeMidnight(moved);
}

/**
 * Milliseconds after a date of an edition during which each run of `renewPagesAtMoments` revalidates the pages. They
 * are twice the interval between two runs, so that a late run misses no date.
 */
const PASSED_WITHIN = 2 * MINUTE;

/**
 * Revalidates the public pages when an edition's state or its number of days left changes, because the server renders
 * these values.
 */
export async function renewPagesAtMoments({ db }: { db: Database }, now: Date): Promise<void> {
  const since = new Date(now.getTime() - PASSED_WITHIN);
  const all = await db.select().from(editions);
  if (all.some((edition) => lastChange(edition, now) > since))
    await publishInvalidation(db, EDITION_TAG);
}
