import { and, asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { extendApplications } from "@/contract/staff/applications";
import type { Effect } from "@/contract/staff/plan";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { EditionError } from "../../editions/administer-editions";
import { findCurrentEdition } from "../../editions/edition";
import { fail } from "../../http/failure";
import type { Act } from "../../journal/acts";
import type { Outcome } from "../carry-out";
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
  const against = new Map<string, number>();
  const to: string[] = [];
  let done = 0;
  for (const one of chosen) {
    try {
      // A savepoint: what is refused half-way leaves nothing.
      await db.transaction((tx) => change(tx as unknown as Database, one));
      done += 1;
      to.push(one.id);
    } catch (error) {
      if (!(error instanceof EditionError)) throw error;
      to.push(`${one.id} ${error.why}`);
      against.set(error.why, (against.get(error.why) ?? 0) + 1);
    }
  }
  const refused: Effect[] = [...against].map(([name, count]) => ({ name, count }));
  return {
    count: done,
    to,
    effects: [{ ...effect, count: done }],
    against: refused,
    changed: "count" in selection && selection.count !== chosen.length,
  };
}
