import { eq } from "drizzle-orm";
import { PROGRAMME_ZONE, romeDayEnd, romeInstant, romeMidnight } from "@/contract/deadline";
import type { AFTER_SENDING } from "@/contract/project-schemas";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { editionLog, editions, projects } from "../db/schema/applications";
import { keyStartOf } from "../evaluations/reminders";
import { dropReminders, queueMail } from "../mail/outbox";
import { REMINDERS } from "../mail/words";
import { currentEdition, type Edition } from "./edition";
import { lockOrCreateProject } from "./stored-project";
import { recordEvent } from "./timeline";

/** Who changes an edition, why, and when: every change is on record with it. */
export type Act = { actor: string; reason: string; now: Date };

/** What an operator asked for cannot be done; the message says why. */
export class EditionError extends Error {}

/** The dates of an edition that can be set, and what a Rome date means for each. */
const DATES = {
  opens: { column: "opensAt", instant: romeMidnight },
  closes: { column: "closesAt", instant: romeDayEnd },
  awarded: { column: "awardedAt", instant: romeMidnight },
  "evaluation-opens": { column: "evaluationOpensAt", instant: romeMidnight },
  "evaluation-closes": { column: "evaluationClosesAt", instant: romeDayEnd },
} as const;
export type EditionDate = keyof typeof DATES;
export const EDITION_DATES = Object.keys(DATES) as EditionDate[];

const MINUTE = 60_000;

type Values = Partial<Omit<Edition, "id" | "year">>;

/** Opens an edition, a new one or one that exists, from a day to a day, both included. */
export function openEdition(
  db: Database,
  year: number,
  { from, until }: { from: string; until: string },
  act: Act,
): Promise<Edition> {
  const values = { opensAt: romeMidnight(from), closesAt: romeDayEnd(until) };
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(editions).where(eq(editions.year, year));
    const edition = known
      ? await change(tx, known, values)
      : await insert(tx, { year, ...requireOrder(values) });
    await log(tx, edition, "open", act, { from, until });
    return edition;
  });
}

/** Sets one date of an edition from a Rome date; closing days are included. */
export function setDate(
  db: Database,
  year: number,
  which: EditionDate,
  date: string,
  act: Act,
): Promise<Edition> {
  const { column, instant } = DATES[which];
  return db.transaction(async (tx) => {
    const edition = await change(tx, await find(tx, year), { [column]: instant(date) });
    await log(tx, edition, "date", act, { which, date });
    return edition;
  });
}

/** Whether an application can be changed after it was sent. */
export function setAfterSending(
  db: Database,
  year: number,
  rule: (typeof AFTER_SENDING)[number],
  act: Act,
): Promise<Edition> {
  return db.transaction(async (tx) => {
    const edition = await change(tx, await find(tx, year), { afterSending: rule });
    await log(tx, edition, "after-sending", act, { rule });
    return edition;
  });
}

/**
 * Closes an edition now, at the minute that has begun: so that the hour the pages name is the deadline
 * itself, and none of them says "open" a moment longer. What is on its way still has the grace.
 */
export function closeEdition(db: Database, year: number, act: Act): Promise<Edition> {
  return db.transaction(async (tx) => {
    const known = await find(tx, year);
    if (known.closesAt <= act.now) throw new EditionError(`Edition ${year} is closed already.`);
    const closesAt = new Date(Math.floor(act.now.getTime() / MINUTE) * MINUTE);
    const edition = await change(tx, known, { closesAt });
    await log(tx, edition, "close", act, { at: romeTime(closesAt) });
    return edition;
  });
}

/** A new edition with another one's rule and its dates, the same days of its own year. */
export function cloneEdition(db: Database, from: number, year: number, act: Act): Promise<Edition> {
  return db.transaction(async (tx) => {
    const known = await find(tx, from);
    const [taken] = await tx.select().from(editions).where(eq(editions.year, year));
    if (taken) throw new EditionError(`Edition ${year} exists already.`);
    const moved = (at: Date, end = false) => movedBy(at, year - from, end);
    const edition = await insert(tx, {
      year,
      afterSending: known.afterSending,
      opensAt: moved(known.opensAt),
      closesAt: moved(known.closesAt, true),
      evaluationOpensAt: known.evaluationOpensAt && moved(known.evaluationOpensAt),
      evaluationClosesAt: known.evaluationClosesAt && moved(known.evaluationClosesAt, true),
    });
    await log(tx, edition, "clone", act, { from: String(from) });
    return edition;
  });
}

/** Moves one applicant's deadline in the current edition to the end of a Rome day, or to an hour of it. */
export function extendDeadline(
  db: Database,
  email: string,
  until: string,
  act: Act,
): Promise<Date> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user) throw new EditionError(`There is no account with ${email}.`);
    const edition = await currentEdition(tx, act.now);
    const at = until.includes("T") ? romeInstant(until) : romeDayEnd(until);
    requireExtension(edition, at, act.now);
    const project = await lockOrCreateProject(tx, edition.id, user.id, act.now);
    await dropReminders(tx, { projectId: project.id }, [...REMINDERS, "deadline_extended"]);
    await tx.update(projects).set({ extendedUntil: at }).where(eq(projects.id, project.id));
    await recordEvent(tx, project.id, "extended", act.now, { until: at.toISOString() });
    await log(tx, edition, "extend", act, { email, until });
    await queueMail(tx, {
      template: "deadline_extended",
      userId: user.id,
      projectId: project.id,
      recipient: user.email,
      language: user.language === "en" ? "en" : "it",
      data: { first_name: user.firstName, deadline: at.toISOString() },
      expiresAt: at,
    });
    return at;
  });
}

/**
 * An extension gives time: one that has ended already, or ends no later than everybody's deadline, is a
 * slip of the person who typed it, and the applicant would get a mail about it.
 */
function requireExtension({ year, closesAt }: Edition, at: Date, now: Date): void {
  if (at <= now) {
    throw new EditionError(
      `${romeTime(at)}, Rome time, has passed already: an extension has to end in the future.`,
    );
  }
  if (at <= closesAt) {
    throw new EditionError(
      `Edition ${year} is open to everybody until ${romeTime(closesAt)}, Rome time: an extension has to end later than that.`,
    );
  }
}

/** An instant on Rome's clocks: "2026-10-01 00:00". */
export function romeTime(at: Date): string {
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone: PROGRAMME_ZONE,
    dateStyle: "short",
    timeStyle: "short",
  }).format(at);
}

async function find(tx: Executor, year: number): Promise<Edition> {
  const [edition] = await tx.select().from(editions).where(eq(editions.year, year)).for("update");
  if (!edition) throw new EditionError(`There is no edition ${year}.`);
  return edition;
}

async function change(tx: Executor, known: Edition, values: Values): Promise<Edition> {
  requireOrder({ ...known, ...values });
  const [edition] = await tx
    .update(editions)
    .set(values)
    .where(eq(editions.id, known.id))
    .returning();
  if (!edition) throw new Error("a locked edition is gone");
  await dropOutdated(tx, known, edition);
  return edition;
}

/** Reminders that still wait for a mail server must not tell a deadline that was moved meanwhile. */
async function dropOutdated(tx: Executor, before: Edition, after: Edition): Promise<void> {
  const moved = (name: "closesAt" | "evaluationClosesAt") =>
    before[name]?.getTime() !== after[name]?.getTime();
  if (moved("closesAt")) await dropReminders(tx, { editionId: after.id });
  if (moved("evaluationClosesAt")) {
    await dropReminders(tx, { keyStart: keyStartOf(after.year) }, ["evaluation_reminder"]);
  }
}

async function insert(tx: Executor, values: typeof editions.$inferInsert): Promise<Edition> {
  const [edition] = await tx.insert(editions).values(values).returning();
  if (!edition) throw new Error("an edition was not stored");
  return edition;
}

/**
 * An edition opens before it closes, and so does its evaluation, which does not end, and has no winners,
 * while applications are open: else the pages would say "awarded" of a call that still takes them.
 */
function requireOrder<E extends { opensAt: Date; closesAt: Date }>(edition: E & Values): E {
  const { opensAt, closesAt, evaluationOpensAt, evaluationClosesAt, awardedAt } = edition;
  const wrong =
    opensAt >= closesAt ||
    (evaluationOpensAt && evaluationClosesAt && evaluationOpensAt >= evaluationClosesAt);
  if (wrong) throw new EditionError("An edition has to open before it closes.");
  const late = [
    ...(evaluationClosesAt && evaluationClosesAt < closesAt ? ["evaluation-closes"] : []),
    ...(awardedAt && awardedAt < closesAt ? ["awarded"] : []),
  ];
  if (late.length > 0) {
    const until = romeTime(closesAt);
    throw new EditionError(
      `Applications would be open until ${until}, after ${late.join(" and ")}: move that first.`,
    );
  }
  return edition;
}

async function log(
  tx: Executor,
  edition: Edition,
  action: string,
  { actor, reason, now }: Act,
  data: Record<string, string>,
): Promise<void> {
  await tx
    .insert(editionLog)
    .values({ editionId: edition.id, at: now, actor, action, reason, data });
}

/** The same Rome day some years later; an end is the midnight that follows its day. */
function movedBy(at: Date, years: number, end: boolean): Date {
  const day = romeTime(new Date(at.getTime() - (end ? 1 : 0))).slice(0, 10);
  const [year = "", month = "", date = ""] = day.split("-");
  // 29 February has no like in most years: the day before is in the same month.
  const sameDay = month === "02" && date === "29" ? "28" : date;
  const moved = `${Number(year) + years}-${month}-${sameDay}`;
  return end ? romeDayEnd(moved) : romeMidnight(moved);
}
