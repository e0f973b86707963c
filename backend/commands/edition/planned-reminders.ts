import { and, eq, or } from "drizzle-orm";
import { romeTime } from "@/contract/deadline";
import { missingFields } from "@/contract/project/progress";
import { momentKey, momentsFrom, readMomentKey } from "../../clock/moments";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { currentEdition, deadlineFor, type Edition } from "../../editions/edition";
import { reminderKind } from "../../editions/reminder-kind";
import { plannedEvaluationReminders } from "../../evaluations/reminders";
import { isOfKind } from "../../mail/outbox";
import {
  APPLICANT_MOMENTS,
  KIND,
  knownSince,
  mayBeReminded,
  reminderFor,
} from "../../project/reminders/reminders";
import { attachedFiles, toProject } from "../../project/stored-project";

/** A mail about a deadline: `key` is that of the outbox, which writes it once. */
type Planned = { key: string; at: Date; hours: number; to: string; template: string };
type Row = { at: Date; hours: number; to: string; template: string; state: string };

/**
 * The current edition's reminders, in order of their moments: those in the outbox with what became
 * of them, and those to come if everything stays as it is. One row each: moment (Rome), time before the
 * deadline, address, mail, state.
 *
 * @param to one address alone
 */
export async function plannedReminders(db: Database, now: Date, to?: string): Promise<string[][]> {
  const edition = await currentEdition(db, now);
  const written = await readWritten(db, edition);
  const known = new Set(written.map(({ key }) => key));
  const planned = [
    ...(await plannedForApplicants(db, edition, now)),
    ...(await plannedEvaluationReminders(db, edition, now)),
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

/** Who `queueReminders` would write to, for every moment that has not been superseded. */
async function plannedForApplicants(db: Database, edition: Edition, now: Date): Promise<Planned[]> {
  const rows = await db
    .select({ project: projects, email: users.email, since: knownSince })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(mayBeReminded(edition));
  const planned: Planned[] = [];
  for (const { project, email, since } of rows) {
    const deadline = deadlineFor(edition, project);
    const missing = missingFields(toProject(project, await attachedFiles(db, project.id)));
    const template = reminderFor(project, missing);
    for (const moment of momentsFrom(now, deadline, APPLICANT_MOMENTS)) {
      if (since > moment.at) continue;
      const key = momentKey(KIND, deadline, moment).of(project.id);
      planned.push({ ...moment, key, to: email, template });
    }
  }
  return planned;
}

/** What is already in the outbox, including for a deadline that has since been moved. */
async function readWritten(db: Database, edition: Edition): Promise<(Row & { key: string })[]> {
  const rows = await db
    .select({ mail: outbox })
    .from(outbox)
    .leftJoin(projects, eq(projects.id, outbox.projectId))
    .where(
      or(
        and(eq(projects.editionId, edition.id), isOfKind(KIND)),
        isOfKind(reminderKind(edition.year)),
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
  return failedAt ? "given up" : "waiting to leave";
}
