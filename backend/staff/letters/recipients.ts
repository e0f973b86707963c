import { inArray, type SQL, sql } from "drizzle-orm";
import type { Audience, Recipients } from "@/contract/staff/letters";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { currentEdition } from "../../editions/edition";
import { readRounds } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { LetterTo } from "../../mail/letter";
import { applicationsChosen } from "../applications/chosen-applications";
import { juryMatching } from "../evaluators/jury-matching";
import { peopleMatching } from "../people/people-filter";
import { roundActedOn } from "../shown-round";

/** Configuration values that affect who receives a letter. */
export type LetterConfig = Pick<BackendConfig, "SITE_URL" | "ERASE_AFTER_DAYS" | "SECOND_PERSON">;
/** `viewer` is the id of the caller, for a filter of applications in the caller's charge. */
type Ground = { config: LetterConfig; now: Date; viewer?: string | undefined; editionId: string };
type Of<A extends Audience> = Extract<Recipients, { audience: A }>;

/**
 * Functions that return the SQL condition for the recipients of a letter, one for each audience: applications,
 * evaluators, or people.
 */
const CONDITIONS: {
  [A in Audience]: (
    db: Executor,
    selection: Of<A>,
    ground: Ground,
  ) => Promise<SQL | undefined> | SQL | undefined;
} = {
  applications: (db, selection, { now, viewer }) => applicationsChosen(db, selection, now, viewer),
  async evaluators(db, selection, { now, editionId }) {
    const edition = await currentEdition(db, now);
    const { round } = roundOfLetter(selection);
    const all = round === undefined ? await readRounds(db, edition) : [{ number: round }];
    const queries =
      "query" in selection
        ? [{ ...selection.query, round }]
        : all.map(({ number }) => ({ round: number }));
    const ids = new Set<string>();
    for (const query of queries) {
      const { round, matching } = await juryMatching(db, query, now);
      if (round.editionId !== editionId) return fail("not_found");
      for (const { user } of matching) ids.add(user.id);
    }
    const chosen = [...ids].filter((id) => !("ids" in selection) || selection.ids.includes(id));
    return sql`${users.id} = any(${sql.param(chosen)}::uuid[])`;
  },
  people: (_, selection, ground) =>
    "ids" in selection ? inArray(users.id, selection.ids) : peopleMatching(selection.query, ground),
};

/**
 * Returns a letter's audience, the SQL condition for its recipients, the current edition, and the end of the evaluation
 * round for a letter to evaluators.
 */
export async function recipientsOf(
  db: Executor,
  selection: Recipients,
  ground: Omit<Ground, "editionId">,
): Promise<LetterTo> {
  const edition = await currentEdition(db, ground.now);
  const { audience } = selection;
  const condition = CONDITIONS[audience] as (
    db: Executor,
    selection: Recipients,
    ground: Ground,
  ) => Promise<SQL | undefined>;
  const which = await condition(db, selection, { ...ground, editionId: edition.id });
  const { closesAt: roundEnds } = await roundActedOn(db, roundOfLetter(selection), ground.now);
  return { audience, which, edition, roundEnds, siteUrl: ground.config.SITE_URL };
}

/**
 * Returns the round number of a letter to evaluators as `{ round }`, or an empty object for other audiences.
 */
function roundOfLetter(selection: Recipients): { round?: number | undefined } {
  if (selection.audience !== "evaluators") return {};
  return { round: selection.round ?? ("query" in selection ? selection.query.round : undefined) };
}
