import { and, count, countDistinct, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { editionState } from "@/contract/deadline";
import { REMINDED } from "@/contract/edition-figures";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { isAbout } from "../audit-log/entries";
import { describeAuditEntries } from "../audit-log/read-entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Executor } from "../db/connect";
import { editions, projects, submissions } from "../db/schema/applications";
import { lastDayWords, openingWords } from "../scheduling/say-dates";
import type { Edition } from "./edition";

/** Returns the lines that describe an edition with all its dates. Last days are inclusive. */
export function describeEdition(edition: Edition, now: Date): string[] {
  const {
    year,
    opensAt,
    closesAt,
    evaluationOpensAt,
    evaluationClosesAt,
    awardedAt,
    graceMinutes,
  } = edition;
  const evaluation = [
    evaluationOpensAt ? `from ${openingWords(evaluationOpensAt)}` : "from the first application",
    evaluationClosesAt ? lastDayWords(evaluationClosesAt) : "no last day set",
  ];
  return [
    `${year}  ${editionState(edition, now).replaceAll("_", " ")}`,
    `  applications  from ${openingWords(opensAt)}, ${lastDayWords(closesAt)}`,
    `  evaluation    ${evaluation.join(", ")}`,
    `  awards        ${awardedAt ? openingWords(awardedAt) : "not set"}`,
    `  after sending ${edition.afterSending.replaceAll("_", " ")}`,
    `  places        ${STAGE_IDS.map((stage) => `${stage} ${edition.places[stage]}`).join(", ")}`,
    `  readings      ${edition.readings}`,
    `  grace         ${graceMinutes === null ? "as configured (GRACE_MINUTES)" : `${graceMinutes} min`}`,
    `  reminders     ${REMINDED.map((to) => `${to} ${edition.reminders[to].join(" ") || "none"}`).join(", ")} (hours before)`,
  ];
}

/**
 * Returns the lines that describe all editions, newest first: the dates, the settings, and the numbers of started and
 * submitted applications.
 */
export async function describeEditions(db: Executor, now: Date): Promise<string[]> {
  const rows = await db
    .select({
      edition: editions,
      begun: sql<number>`${db
        .select({ n: count() })
        .from(projects)
        .where(sql`${eq(projects.editionId, editions.id)} and ${gt(projects.version, 0)}`)}`,
      sent: sql<number>`${db
        .select({ n: countDistinct(submissions.projectId) })
        .from(submissions)
        .where(sql`${eq(submissions.editionId, editions.id)} and ${submissions.current}`)}`,
    })
    .from(editions)
    .orderBy(desc(editions.year));
  return rows.flatMap(({ edition, begun, sent }) => {
    const [title, ...dates] = describeEdition(edition, now);
    return [`${title}, ${begun} started, ${sent} sent`, ...dates];
  });
}

/** Counts the unsubmitted applications of an edition that must be sent by the general deadline. */
export function countDrafts(db: Executor, edition: Edition): Promise<number> {
  return db.$count(
    projects,
    and(
      eq(projects.editionId, edition.id),
      gt(projects.version, 0),
      isNull(projects.sentAt),
      isNull(projects.withdrawnAt),
      sql`coalesce(${projects.extendedUntil} <= ${edition.closesAt.toISOString()}, true)`,
    ),
  );
}

/**
 * Returns one row per change to an edition, newest first: time, person, action, reason. Also works for a removed
 * edition, because the rows come from the audit log.
 */
export async function describeLog(db: Executor, year: number): Promise<string[][]> {
  const rows = await describeAuditEntries(db, isAbout({ year: String(year) }));
  if (rows.length === 0 && (await db.$count(editions, eq(editions.year, year))) === 0) {
    throw new RuleViolation(`There is no edition ${year}.`);
  }
  return rows;
}
