import { and, eq, like, or } from "drizzle-orm";
import { missingFields } from "@/contract/progress";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { plannedEvaluationReminders } from "../../evaluations/reminders";
import { romeTime } from "../../project/administer-editions";
import { currentEdition, deadlineFor, type Edition } from "../../project/edition";
import {
  HOUR,
  keyOf,
  MOMENTS,
  mayBeReminded,
  momentAt,
  reminderFor,
} from "../../project/reminders";
import { attachedFiles, toProject } from "../../project/stored-project";

/** A mail about a deadline: `key` is that of the outbox, which writes it once. */
type Planned = { key: string; at: Date; moment: number; to: string; template: string };
type Row = { at: Date; moment: number; to: string; template: string; state: string };

/**
 * The reminders of the current edition, in order of their moments: those in the outbox with what became
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
    .map(({ at, moment, to: address, template, state }) => [
      romeTime(at),
      moment % 24 === 0 ? `${moment / 24} d` : `${moment} h`,
      address,
      template,
      state,
    ]);
}

/** Who `queueReminders` would write to, for every moment that has not been superseded. */
async function plannedForApplicants(db: Database, edition: Edition, now: Date): Promise<Planned[]> {
  const rows = await db
    .select({ project: projects, email: users.email })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(mayBeReminded(edition));
  const planned: Planned[] = [];
  for (const { project, email } of rows) {
    const deadline = deadlineFor(edition, project);
    const last = momentAt(deadline, now);
    if (deadline <= now) continue;
    const missing = missingFields(toProject(project, await attachedFiles(db, project.id)));
    const template = reminderFor(project, missing);
    for (const moment of MOMENTS) {
      const at = new Date(deadline.getTime() - moment * HOUR);
      if (project.createdAt > at || (at <= now && moment !== last)) continue;
      planned.push({ key: keyOf(project, deadline, moment), at, moment, to: email, template });
    }
  }
  return planned;
}

/** What is in the outbox already, also for a deadline that was moved since. */
async function readWritten(db: Database, edition: Edition): Promise<(Row & { key: string })[]> {
  const rows = await db
    .select({ mail: outbox })
    .from(outbox)
    .leftJoin(projects, eq(projects.id, outbox.projectId))
    .where(
      or(
        and(eq(projects.editionId, edition.id), like(outbox.dedupeKey, "reminder:%")),
        like(outbox.dedupeKey, `evaluation_reminder:${edition.year}:%`),
      ),
    );
  return rows.flatMap(({ mail }) => {
    const { dedupeKey: key, recipient: to, template } = mail;
    const [, deadline, hours] =
      /^reminder:[^:]+:(\d+):(\d+)$/.exec(key ?? "") ??
      /^evaluation_reminder:\d+:(.+Z):(\d+):/.exec(key ?? "") ??
      [];
    if (!key || !deadline || !hours) return [];
    const seconds = Number(deadline) * 1000;
    const end = Number.isNaN(seconds) ? Date.parse(deadline) : seconds;
    const at = new Date(end - Number(hours) * HOUR);
    return [{ key, at, moment: Number(hours), to, template, state: stateOf(mail) }];
  });
}

function stateOf({ sentAt, failedAt }: typeof outbox.$inferSelect): string {
  if (sentAt) return `sent ${romeTime(sentAt)}`;
  return failedAt ? "given up" : "waiting to leave";
}
