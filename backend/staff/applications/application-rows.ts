import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DecisionOutcome, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { languageOf } from "@/contract/languages";
import { stepProgress } from "@/contract/project/progress";
import { STEPS } from "@/contract/project/project-fields";
import { ANSWER_FILTERS, type ApplicationRow } from "@/contract/staff/applications";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { files, projects, submissions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import type { Edition } from "../../editions/edition";
import type { RoundKey } from "../../editions/rounds";
import { readableStages } from "../../evaluations/close/ranking-access";
import { visibleReadings } from "../../evaluations/reading-progress";
import { isRejecting } from "../../mail/mail-state";
import { ownersOf } from "../owners/owners";
import { tagsOf } from "../tags/tags";
import {
  failedFiles,
  interruptions,
  isEarlier,
  refusals,
  stateOf,
  visibleDecisions,
} from "./application-filter";

/** SQL expression for the time of the last save. A database index uses exactly this expression. */
export const savedAt = sql<Date>`coalesce(${projects.savedAt}, ${projects.createdAt})`.mapWith(
  projects.createdAt,
);

/** Selects applications from `projects` joined with `users`, with the receipt number of the last submission. */
export function selectApplications(db: Executor, now: Date, where: SQL | undefined) {
  return db
    .select({
      id: projects.id,
      fields: projects.fields,
      personId: users.id,
      language: users.language,
      person: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
      email: users.email,
      number: sql<string | null>`(select ${submissions.number} from ${submissions}
        where ${submissions.projectId} = ${projects.id} order by ${submissions.sentAt} desc limit 1)`,
      state: stateOf,
      savedAt,
      extendedUntil: projects.extendedUntil,
      sentAt: projects.sentAt,
      refusals,
      interruptions: interruptions(now),
      failedFiles,
      isRejecting: isRejecting(users.email),
      confirmedAt: users.emailConfirmedAt,
      ownerId: projects.ownerId,
      ownedSince: projects.ownedSince,
      ownedById: projects.ownedById,
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(where)
    .$dynamic();
}

type Found = Awaited<ReturnType<typeof selectApplications>>[number];

/** Returns the applications with the given ids in the contract's format, in the order of the ids. */
export async function readApplications(
  db: Executor,
  ids: readonly string[],
  edition: Edition,
  now: Date,
  shown: Shown = {},
): Promise<ApplicationRow[]> {
  const found = await selectApplications(db, now, isOneOf(ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return toRows(db, inOrder, edition, shown);
}

/** SQL condition: the application has one of the given ids. */
const isOneOf = (ids: readonly string[]) => sql`${projects.id} = any(${sql.param(ids)}::uuid[])`;

/**
 * Optional data of application rows that is slow to read. `readings` is the round in which to count the evaluators who
 * have read each project; undefined to omit the counts.
 */
type Shown = { readings?: RoundKey | undefined };

/**
 * Reads the data of application rows that depends on submissions: answers, number of evaluators who read them,
 * outcomes, and earlier editions. Returns the data by application id.
 */
async function readSent(db: Executor, ids: readonly string[], edition: Edition, shown: Shown) {
  const isListed = (id: SQLWrapper) => sql`${id} = any(${sql.param(ids)}::uuid[])`;
  const readable = await readableStages(db, edition);
  const counts = shown.readings ? await visibleReadings(db, shown.readings, ids) : null;
  const answers = await db
    .select({ id: submissions.projectId, project: submissions.project })
    .from(submissions)
    .where(and(isListed(submissions.projectId), submissions.current));
  const { rows: read } = counts
    ? await db.execute<{ id: string; number: number }>(sql`
        select project_id as id, number from (${counts}) as reading`)
    : { rows: [] };
  const { rows: decided } = await db.execute<Decided>(sql`
    select project_id as id, stage, outcome, released
    from (${visibleDecisions(edition.id, readable)}) as decision where ${isListed(sql`project_id`)}`);
  const earlier = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(isListed(projects.id), isEarlier(edition.year)));
  const decisionsOf = Map.groupBy(decided, ({ id }) => id);
  const projectOf = new Map(answers.map(({ id, project }) => [id, project]));
  const readingsOf = new Map(read.map(({ id, number }) => [id, number]));
  const isKnown = new Set(earlier.map(({ id }) => id));
  return (id: string) => {
    const project = projectOf.get(id);
    const own = decisionsOf.get(id) ?? [];
    return {
      phone: project?.referente_telefono || null,
      answers: Object.fromEntries(
        ANSWER_FILTERS.flatMap((name) => (project?.[name] ? [[name, project[name]]] : [])),
      ),
      readings: readingsOf.get(id) ?? null,
      outcomes: STAGE_IDS.flatMap((id) =>
        own.flatMap(({ stage, outcome, released }) =>
          stage === id ? [{ stage, outcome, released }] : [],
        ),
      ),
      earlier: isKnown.has(id),
    };
  };
}

type Decided = { id: string; stage: Stage; outcome: DecisionOutcome; released: boolean };

/** Converts database rows to the contract's format, in the same order. */
export async function toRows(
  db: Executor,
  found: readonly Found[],
  edition: Edition,
  shown: Shown = {},
): Promise<ApplicationRow[]> {
  const ids = found.map(({ id }) => id);
  const sentOf = await readSent(db, ids, edition, shown);
  const attached = ids.length
    ? await db
        .select({ id: files.projectId, field: files.field, name: files.name })
        .from(files)
        .where(
          and(sql`${files.projectId} = any(${sql.param(ids)}::uuid[])`, isNull(files.detachedAt)),
        )
    : [];
  const attachedTo = Map.groupBy(attached, ({ id }) => id);
  const tags = await tagsOf(db, ids);
  const notes = await notesOf(db, edition.id, found);
  const ownerOf = await ownersOf(db, found);
  return found.map((row) => {
    const own = attachedTo.get(row.id) ?? [];
    const values = {
      ...row.fields,
      ...Object.fromEntries(own.map(({ field, name }) => [field, name])),
    };
    const troubles = [
      { name: "refused" as const, count: row.refusals },
      { name: "interrupted" as const, count: row.interruptions },
      { name: "video_failed" as const, count: row.failedFiles },
      { name: "mail_failed" as const, count: Number(row.isRejecting) },
      { name: "unconfirmed" as const, count: row.confirmedAt ? 0 : 1 },
    ];
    return {
      id: row.id,
      name: row.fields.nome ?? "",
      person_id: row.personId,
      person: row.person,
      email: row.email,
      language: languageOf(row.language),
      number: row.number,
      state: row.state,
      steps: STEPS.map((step) => {
        const { filled, required } = stepProgress(step, values);
        return { filled, required };
      }),
      saved_at: row.savedAt.toISOString(),
      extended_until:
        row.extendedUntil && row.extendedUntil > edition.closesAt
          ? row.extendedUntil.toISOString()
          : null,
      troubles: troubles.filter(({ count }) => count > 0),
      sent_at: row.sentAt?.toISOString() ?? null,
      ...sentOf(row.id),
      tags: tags.get(row.id) ?? [],
      owner: ownerOf(row),
      notes: notes.get(row.personId) ?? 0,
    };
  });
}

/** Counts the notes of staff for each applicant's account. Omits erased notes. */
async function notesOf(db: Executor, editionId: string, found: readonly Found[]) {
  const users = found.map(({ personId }) => personId);
  const user = sql<string>`${auditEntries.target} ->> 'user'`;
  const rows = await db
    .select({ user, count: sql<number>`count(*)::int` })
    .from(auditEntries)
    .where(
      and(
        sql`${auditEntries.act} = 'application.note'`,
        sql`${auditEntries.target} ->> 'edition' = ${editionId}`,
        sql`${user} = any(${sql.param(users)}::text[])`,
        sql`${auditEntries.words} ? 'reason'`,
      ),
    )
    .groupBy(user);
  return new Map(rows.map((row) => [row.user, row.count]));
}
