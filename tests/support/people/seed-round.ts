import { and, eq, gt, inArray } from "drizzle-orm";
import type { Database } from "@/backend/db/connect";
import { users } from "@/backend/db/schema/accounts";
import { editions, submissions } from "@/backend/db/schema/applications";
import { rounds } from "@/backend/db/schema/rounds";
import { setChair } from "@/backend/evaluations/discussion/members";
import { makeRound } from "@/backend/evaluations/rounds/administer-rounds";
import { openRounds } from "@/backend/evaluations/rounds/open-rounds";
import { release } from "@/backend/selection/release";
import { applySelection } from "@/backend/selection/select";
import { DAY, HOUR } from "@/contract/durations";
import { inLanguages } from "../in-languages";

/**
 * Opens a second round of an edition as staff and the scheduled job do: pre-selects projects by name, releases the
 * decisions, and adds evaluators.
 *
 * @param names the names of the pre-selected projects, separated by commas
 * @param jury the addresses of the evaluators, separated by commas
 * @param talks true if the evaluators write texts for applicants and hold discussions, led by the first evaluator
 */
export async function seedRound(
  db: Database,
  year: string,
  names: string,
  jury: string,
  talks = "",
): Promise<void> {
  const now = new Date();
  const context = { actor: "browser test", reason: "browser test", now };
  const [edition] = await db
    .select()
    .from(editions)
    .where(eq(editions.year, Number(year)));
  if (!edition) throw new Error(`there is no edition ${year}`);
  const chosen = names.split(",");
  const sent = await db
    .select({ id: submissions.projectId, nome: submissions.nome })
    .from(submissions)
    .where(eq(submissions.editionId, edition.id));
  const ids = sent.filter(({ nome }) => chosen.includes(nome)).map(({ id }) => id);
  const people = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, jury.split(",")));
  const round = await makeRound(
    db,
    edition.year,
    {
      names: inLanguages("Seconda lettura", "Second reading"),
      stage: "semifinalist",
      opensAt: new Date(now.getTime() - HOUR),
      closesAt: new Date(now.getTime() + 10 * DAY),
      readings: null,
      weight: null,
      showsEarlier: false,
      isPublic: false,
      ...(talks && { feedback: true, discussion: true }),
      jury: people.map(({ id }) => id),
    },
    context,
  );
  const choice = { edition, stage: "pre_selected" as const, graceMinutes: 15 };
  await applySelection(db, { ...choice, pick: { names: ids } }, context, true);
  await release(db, edition, ["pre_selected"], context, { override: true, graceMinutes: 15 });
  await openRounds({ db }, now);
  const [first = ""] = jury.split(",");
  const chair = people.find(({ email }) => email === first);
  if (talks && chair) await setChair(db, round, chair.id, context);
}

/**
 * Moves the second and later rounds of an edition into the past. With a running round, the edition would remain the
 * current edition, even after a newer edition exists.
 */
export async function endRounds(db: Database, year: string): Promise<void> {
  const [opensAt, closesAt] = [12, 2].map((days) => new Date(Date.now() - days * DAY));
  const [edition] = await db
    .select()
    .from(editions)
    .where(eq(editions.year, Number(year)));
  if (!edition) throw new Error(`there is no edition ${year}`);
  await db
    .update(rounds)
    .set({ opensAt, closesAt })
    .where(and(eq(rounds.editionId, edition.id), gt(rounds.number, 1)));
}
