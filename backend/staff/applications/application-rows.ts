import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { stepProgress } from "@/contract/project/progress";
import { STEPS } from "@/contract/project/project-fields";
import type { ApplicationRow } from "@/contract/staff/applications";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { files, projects, submissions } from "../../db/schema/applications";
import { isRejecting } from "../../mail/mail-state";
import { interruptions, refusals, stateOf } from "./application-filter";

/** SQL expression for the time of the last save. An index uses the same expression. */
export const savedAt = sql<Date>`coalesce(${projects.savedAt}, ${projects.createdAt})`.mapWith(
  projects.createdAt,
);

/** Selects applications from `projects` joined with `users`, with the receipt of the last submission. */
export function selectApplications(db: Executor, now: Date, where: SQL | undefined) {
  return db
    .select({
      id: projects.id,
      fields: projects.fields,
      person: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
      email: users.email,
      number: sql<string | null>`(select ${submissions.number} from ${submissions}
        where ${submissions.projectId} = ${projects.id} order by ${submissions.sentAt} desc limit 1)`,
      state: stateOf,
      savedAt,
      extendedUntil: projects.extendedUntil,
      refusals,
      interruptions: interruptions(now),
      isRejecting: isRejecting(users.email),
      confirmedAt: users.emailConfirmedAt,
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(where)
    .$dynamic();
}

type Found = Awaited<ReturnType<typeof selectApplications>>[number];

/** Converts rows to the contract's format, in the same order. */
export async function toRows(
  db: Executor,
  found: readonly Found[],
  closesAt: Date,
): Promise<ApplicationRow[]> {
  const ids = found.map(({ id }) => id);
  const attached = ids.length
    ? await db
        .select({ id: files.projectId, field: files.field, name: files.name })
        .from(files)
        .where(and(inArray(files.projectId, ids), isNull(files.detachedAt)))
    : [];
  const attachedTo = Map.groupBy(attached, ({ id }) => id);
  return found.map((row) => {
    const own = attachedTo.get(row.id) ?? [];
    const values = {
      ...row.fields,
      ...Object.fromEntries(own.map(({ field, name }) => [field, name])),
    };
    const troubles = [
      { name: "refused" as const, count: row.refusals },
      { name: "interrupted" as const, count: row.interruptions },
      { name: "mail_failed" as const, count: Number(row.isRejecting) },
      { name: "unconfirmed" as const, count: row.confirmedAt ? 0 : 1 },
    ];
    return {
      id: row.id,
      name: row.fields.nome ?? "",
      person: row.person,
      email: row.email,
      number: row.number,
      state: row.state,
      steps: STEPS.map((step) => {
        const { filled, required } = stepProgress(step, values);
        return { filled, required };
      }),
      saved_at: row.savedAt.toISOString(),
      extended_until:
        row.extendedUntil && row.extendedUntil > closesAt ? row.extendedUntil.toISOString() : null,
      troubles: troubles.filter(({ count }) => count > 0),
    };
  });
}
