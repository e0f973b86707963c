import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { extendApplications } from "@/contract/staff/applications";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { findCurrentEdition } from "../../editions/edition";
import { fail } from "../../http/failure";
import type { Act } from "../../journal/acts";
import type { Outcome } from "../carry-out";
import { eachOf } from "../each-of";
import { applicationsMatching } from "./application-filter";
import { editionOf } from "./list-applications";

export type Selection = z.output<(typeof extendApplications)["body"]>["selection"];
export type Chosen = { id: string; email: string; userId: string };

/** The applications that were chosen one by one, or that match what was asked for; always in the same order. */
export async function chosenApplications(
  db: Executor,
  selection: Selection,
  now: Date,
): Promise<Chosen[]> {
  const where =
    "ids" in selection
      ? inArray(projects.id, selection.ids)
      : applicationsMatching(
          selection.query,
          await editionOf(db, selection.query.edition, now),
          now,
        );
  const current = await findCurrentEdition(db, now);
  const rows = await db
    .select({ id: projects.id, email: users.email, userId: users.id, edition: projects.editionId })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(and(where))
    .orderBy(asc(projects.id));
  // Of one that is over nothing moves any more.
  if (rows.some(({ edition }) => edition !== current?.id)) fail("not_found");
  return rows;
}

/**
 * Does something to each of those chosen. What the programme's own rules refuse stays as it is, and stands against the
 * act, by reason.
 */
export async function toEach(
  db: Database,
  selection: Selection,
  act: Act,
  effect: { name: string; facts?: Record<string, string> },
  change: (tx: Database, one: Chosen) => Promise<unknown>,
): Promise<Outcome> {
  const chosen = await chosenApplications(db, selection, act.now);
  const { done, ...outcome } = await eachOf(db, chosen, change);
  return {
    ...outcome,
    count: done.length,
    effects: [{ ...effect, count: done.length }],
    changed: "count" in selection && selection.count !== chosen.length,
  };
}
