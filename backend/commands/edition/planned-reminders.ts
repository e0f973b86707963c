import { and, eq, or } from "drizzle-orm";
import { romeTime } from "@/contract/deadline";
import type { Database } from "../../db/connect";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { currentEdition, type Edition } from "../../editions/edition";
import { reminderKind } from "../../editions/reminder-kind";
import { type Round, readRounds } from "../../editions/rounds";
import { plannedEvaluationReminders } from "../../evaluations/reminders";
import { isOfKind } from "../../mail/outbox";
import { plannedForApplicants } from "../../project/reminders/planned";
import { KIND } from "../../project/reminders/reminders";
import { readMomentKey } from "../../scheduling/moments";

type Row = { at: Date; hours: number; to: string; template: string; state: string };

/**
 * Returns the reminders of the current edition, ordered by time: queued reminders with their delivery state, and
 * reminders that are planned for the future. Each row has the time (Rome), the time before the deadline, the address,
 * the template, and the state.
 *
 * @param to limits the result to one address
 */
export async function plannedReminders(db: Database, now: Date, to?: string): Promise<string[][]> {
  const edition = await currentEdition(db, now);
  const rounds = await readRounds(db, edition);
  const written = await readWritten(db, edition, rounds);
  const known = new Set(written.map(({ key }) => key));
  const toEvaluators = await Promise.all(
    rounds.map((round) => plannedEvaluationReminders(db, round, now)),
  );
  const planned = [
    ...(await plannedForApplicants(db, edition, now)),
    ...toEvaluators.flat(),
  ].filter(({ key }) => !known.has(key));
  const rows: Row[] = [
    ...written,
    ...planned.map((one) => ({ ...one, state: one.at <= now ? "due now" : "planned" })),
  ];
  return rows
    .filter((row) => to === undefined || row.to === to)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.to.localeCompare(b.to))
    .map(({ at, hours, to: address, template, state }) => [
      romeTime(at),
      hours % 24 === 0 ? `${hours / 24} d` : `${hours} h`,
      address,
      template,
      state,
    ]);
}

/** Returns the queued and sent reminders, including reminders for a former deadline. */
async function readWritten(
  db: Database,
  edition: Edition,
  rounds: readonly Round[],
): Promise<(Row & { key: string })[]> {
  const rows = await db
    .select({ mail: outbox })
    .from(outbox)
    .leftJoin(projects, eq(projects.id, outbox.projectId))
    .where(
      or(
        and(eq(projects.editionId, edition.id), isOfKind(KIND)),
        ...rounds.map(({ number }) => isOfKind(reminderKind(edition.year, number))),
      ),
    );
  return rows.flatMap(({ mail }) => {
    const { dedupeKey: key, recipient: to, template } = mail;
    const moment = key && readMomentKey(key);
    return moment ? [{ ...moment, key, to, template, state: stateOf(mail) }] : [];
  });
}

function stateOf({ sentAt, failedAt }: typeof outbox.$inferSelect): string {
  if (sentAt) return `sent ${romeTime(sentAt)}`;
  return failedAt ? "not delivered" : "queued";
}
