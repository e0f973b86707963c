import { and, eq } from "drizzle-orm";
import type { ReaderTerms } from "@/contract/evaluation/invitation";
import { fold } from "@/contract/text/normalize-text";
import type { Executor } from "../db/connect";
import { invitations } from "../db/schema/evaluations";

/* What evaluators stated: capacity, languages, sectors, and conflicts (rule evaluation.terms). */

export type Terms = {
  capacity: number | null;
} & ReaderTerms;

/** Returns the terms of each evaluator of an edition who has any, by the evaluator's id; or of one evaluator. */
export async function readTerms(
  db: Executor,
  editionId: string,
  evaluatorId?: string,
): Promise<Map<string, Terms>> {
  const { userId, capacity, languages, sectors, conflicts } = invitations;
  const rows = await db
    .select({ userId, capacity, languages, sectors, conflicts })
    .from(invitations)
    .where(
      and(
        eq(invitations.editionId, editionId),
        evaluatorId === undefined ? undefined : eq(userId, evaluatorId),
      ),
    );
  // The contract checked the sectors when it stored them.
  return new Map(
    rows.map((row) => [row.userId, { ...row, sectors: row.sectors as Terms["sectors"] }]),
  );
}

/** Minimum number of characters of a stated name. A shorter name would match most projects. */
const NAME_MIN = 3;

/**
 * Returns a function that lists the evaluators who stated a conflict with a project, by the project's name. The name matches
 * if it contains a stated name, regardless of case and accents.
 */
export function statedConflicts(
  terms: ReadonlyMap<string, Pick<Terms, "conflicts">>,
): (projectName: string) => string[] {
  const stated = [...terms].flatMap(([id, { conflicts }]) =>
    conflicts
      .map((name) => ({ id, name: fold(name) }))
      .filter(({ name }) => name.length >= NAME_MIN),
  );
  return (projectName) => {
    const own = fold(projectName);
    return [...new Set(stated.filter(({ name }) => own.includes(name)).map(({ id }) => id))];
  };
}
