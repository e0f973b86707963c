import { and, eq } from "drizzle-orm";
import type { ReaderTerms } from "@/contract/evaluation/invitation";
import { fold } from "@/contract/text/normalize-text";
import type { Executor } from "../db/connect";
import { invitations } from "../db/schema/evaluations";

/*
 * Conditions that an evaluator stated: maximum number of projects, languages, sectors, and conflicts of interest (rule
 * evaluation.terms).
 */

export type Terms = {
  capacity: number | null;
} & ReaderTerms;

/**
 * Returns the stated conditions of an edition's evaluators by evaluator id, without evaluators who stated none. With an
 * id, returns only that evaluator's conditions.
 */
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
  // The stored sectors need no check, because the contract checked them before they were stored.
  return new Map(
    rows.map((row) => [row.userId, { ...row, sectors: row.sectors as Terms["sectors"] }]),
  );
}

/** Minimum number of characters of a stated conflict's name. A shorter name would match most projects. */
const NAME_MIN = 3;

/**
 * Returns a function that lists the evaluators who stated a conflict of interest with a project. A project's name
 * matches if it contains a stated name, regardless of case and accents.
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
