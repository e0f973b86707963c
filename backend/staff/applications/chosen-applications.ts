import { and, asc, eq, inArray, ne, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { extendApplications } from "@/contract/staff/applications";
import type { ActionContext } from "../../audit-log/entries";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { findCurrentEdition } from "../../editions/edition";
import { fail } from "../../http/failure";
import { eachOf } from "../each-of";
import { editionOf } from "../edition-of";
import type { Outcome } from "../execute-action";
import { applicationsMatching } from "./application-filter";

export type Selection = z.output<(typeof extendApplications)["body"]>["selection"];
export type Chosen = { id: string; email: string; userId: string };

/** Returns the applications that staff selected by id or by query, ordered by id. */
export async function chosenApplications(
  db: Executor,
  selection: Selection,
  now: Date,
  viewer?: string,
): Promise<Chosen[]> {
  return db
    .select({ id: projects.id, email: users.email, userId: users.id })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(await applicationsChosen(db, selection, now, viewer))
    .orderBy(asc(projects.id));
}

/**
 * Returns the SQL condition over `projects` joined with `users` for the applications that staff selected. Fails with
 * 404 if a selected application is not in the current edition.
 *
 *
 * @param viewer the id of the caller, for a filter of applications in the caller's charge
 */
export async function applicationsChosen(
  db: Executor,
  selection: Selection,
  now: Date,
  viewer?: string,
): Promise<SQL | undefined> {
  const current = await findCurrentEdition(db, now);
  if ("query" in selection) {
    const edition = await editionOf(db, selection.query.edition, now);
    if (edition.id !== current?.id) return fail("not_found");
    return applicationsMatching(db, selection.query, edition, now, viewer);
  }
  const these = inArray(projects.id, selection.ids);
  const over = and(these, current ? ne(projects.editionId, current.id) : undefined);
  if ((await db.$count(projects, over)) > 0) return fail("not_found");
  return these;
}

/**
 * Runs a change for each selected application. If a programme rule rejects the change, that application stays
 * unchanged. The preview counts such applications as blockers, grouped by reason.
 */
export async function toEach(
  db: Database,
  selection: Selection,
  context: ActionContext,
  effect: { name: string; facts?: Record<string, string> },
  change: (tx: Database, one: Chosen) => Promise<unknown>,
): Promise<Outcome> {
  const chosen = await chosenApplications(db, selection, context.now, context.actorId);
  const { done, ...outcome } = await eachOf(db, chosen, change);
  return {
    ...outcome,
    count: done.length,
    effects: [{ ...effect, count: done.length }],
    changed: "count" in selection && selection.count !== chosen.length,
  };
}
