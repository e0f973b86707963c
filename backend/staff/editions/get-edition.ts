import { and, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { editionState } from "@/contract/deadline";
import type { StaffActionName } from "@/contract/staff/audit-log";
import {
  CHANGES_SHOWN,
  type getStaffEdition as contract,
  EDITION_DATES,
  type EditionDate,
  type StaffEdition,
} from "@/contract/staff/editions";
import { isAbout } from "../../audit-log/entries";
import { readAuditEntries } from "../../audit-log/read-entries";
import { type Executor, readTogether } from "../../db/connect";
import { projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { DATES } from "../../editions/administer-editions";
import { closedByCommand } from "../../editions/closed-by-command";
import { type Edition, findCurrentEdition, graceOf, listEditions } from "../../editions/edition";
import { hasReleased } from "../../editions/edition-figures";
import { firstRound, firstRoundKey, readRounds } from "../../editions/rounds";
import { findAssignment } from "../../evaluations/scope";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { describeEntry } from "../list-audit-log";
import { comingReminders, readingOf } from "./coming-reminders";

/** Audit log actions that change an edition's dates or its rule about changes after sending. */
const CHANGES = [
  "edition.open",
  "edition.configured",
  "edition.date",
  "edition.after-sending",
  "edition.figures",
  "edition.close",
  "edition.clone",
] as const satisfies readonly StaffActionName[];

/** Returns an edition with its dates, reminders, extensions, and latest changes. */
export async function getStaffEdition({
  db,
  config,
  params,
  arrivedAt: now,
}: Call<typeof contract>) {
  const year = yearOf(params);
  const editions = await listEditions(db);
  const edition = editions.find((one) => one.year === year) ?? fail("not_found");
  const current = await findCurrentEdition(db, now);
  const progress = new Map();
  const [lines, closedBy, applications, reminders] = await readTogether(db, [
    () =>
      readAuditEntries(
        db,
        and(isAbout({ edition: edition.id }), inArray(auditEntries.act, [...CHANGES])),
      ),
    () => closedByCommand(db, edition.id),
    () => countApplications(db, edition),
    () => remindersOf(db, edition, editions, now, progress),
  ]);
  const told = lines.map(describeEntry);
  return {
    at: now.toISOString(),
    year,
    state: editionState(edition, now),
    current: edition.id === current?.id,
    after_sending: edition.afterSending as StaffEdition["after_sending"],
    figures: {
      places: edition.places,
      readings: edition.readings,
      readings_planned: (await findAssignment(db, firstRoundKey(edition.id)))?.readings ?? null,
      grace_minutes: graceOf(edition, config),
      grace_own: edition.graceMinutes !== null,
      reminders: edition.reminders,
      feedback: edition.feedback,
      feedback_band: edition.feedbackBand,
      discussion: edition.discussion,
      rounds: (await readRounds(db, edition)).length > 1,
      frozen: await hasReleased(db, edition),
    },
    dates: EDITION_DATES.map((which) => ({
      which,
      at: edition[DATES[which].column]?.toISOString() ?? null,
      changed: changeOf(which, told),
    })),
    applications: applications.begun,
    evaluators: (await readingOf(db, firstRound(edition), progress)).length,
    reminders,
    extensions: await extensionsOf(db, edition),
    closed_by: closedBy && edition.closesAt <= now ? whoAndWhen(describeEntry(closedBy)) : null,
    others: editions
      .filter(({ id }) => id !== edition.id)
      .map((other) => ({
        year: other.year,
        state: editionState(other, now),
        current: other.id === current?.id,
      })),
    removable: applications.all === 0 && editions.length > 1,
    changes: told.slice(0, CHANGES_SHOWN),
  };
}

/** Returns the year in a request's path. Fails with 404 if the value is not a year. */
export function yearOf({ year }: { year: string }): number {
  return /^2\d{3}$/.test(year) ? Number(year) : fail("not_found");
}

type Line = ReturnType<typeof describeEntry>;
const whoAndWhen = ({ at, who }: Line) => ({ at, who });

/**
 * Returns when a date of the edition was last set, and by which account. Considers actions that set only this date and
 * actions that set several dates.
 */
function changeOf(which: EditionDate, lines: readonly Line[]) {
  const isDays = which === "opens" || which === "closes";
  const last = lines.find(({ act, facts }) => {
    if (act === "edition.date") return facts.which === which;
    if (act === "edition.close") return which === "closes";
    if (act === "edition.open") return isDays;
    return act === "edition.configured" || act === "edition.clone";
  });
  return last ? whoAndWhen(last) : null;
}

async function countApplications(db: Executor, edition: Edition) {
  const begun = and(isNull(projects.withdrawnAt), gt(projects.version, 0));
  const counted = (condition: SQL | undefined) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [found] = await db
    .select({
      all: count(),
      begun: counted(begun),
      sent: counted(and(begun, isNotNull(projects.sentAt))),
    })
    .from(projects)
    .where(eq(projects.editionId, edition.id));
  const { all, begun: some, sent } = found ?? { all: 0, begun: 0, sent: 0 };
  return { all, begun: { to_send: some - sent, sent } };
}

/**
 * Returns the number of an edition's reminders for each sending time. An overdue reminder counts as sent now.
 */
async function remindersOf(
  db: Executor,
  edition: Edition,
  editions: readonly Edition[],
  now: Date,
  progress: Parameters<typeof readingOf>[2],
) {
  const coming = await comingReminders(db, editions, now, progress, [edition]);
  const moments = Map.groupBy(coming, ({ at }) => Math.max(at.getTime(), now.getTime()));
  return [...moments]
    .sort(([one], [other]) => one - other)
    .map(([at, all]) => ({ at: new Date(at).toISOString(), mails: all.length }));
}

async function extensionsOf(db: Executor, edition: Edition) {
  const rows = await db
    .select({ at: projects.extendedUntil, count: count() })
    .from(projects)
    .where(
      and(
        eq(projects.editionId, edition.id),
        isNull(projects.withdrawnAt),
        gt(projects.extendedUntil, edition.closesAt),
      ),
    )
    .groupBy(projects.extendedUntil)
    .orderBy(projects.extendedUntil);
  return rows.flatMap(({ at, count }) => (at ? { at: at.toISOString(), count } : []));
}
