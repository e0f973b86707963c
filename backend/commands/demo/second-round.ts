import { and, asc, eq, max, notInArray } from "drizzle-orm";
import { romeDay, romeMidnight } from "@/contract/deadline";
import { DAY, HOUR } from "@/contract/durations";
import { CRITERIA, type Criterion, SCORE_MAX } from "@/contract/evaluation/weights";
import { languageOf, perLanguage } from "@/contract/languages";
import type { ActionContext } from "../../audit-log/entries";
import type { BackendConfig } from "../../config";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import { configureEdition } from "../../editions/administer-editions";
import type { Edition } from "../../editions/edition";
import { findRound, type Round } from "../../editions/rounds";
import { closeEvaluation } from "../../evaluations/close/close-evaluation";
import { givenIn, juryOf, readIn } from "../../evaluations/round";
import { makeRound, setJury } from "../../evaluations/rounds/administer-rounds";
import { openRounds } from "../../evaluations/rounds/open-rounds";
import { saveEvaluation } from "../../evaluations/score/save-evaluation";
import { release } from "../../selection/release";
import { applySelection } from "../../selection/select";
import { WORDS } from "./deck";
import { daysAfter } from "./editions";
import { seedUser } from "./seed-accounts";

type Stage = { db: Database; config: BackendConfig; edition: Edition; now: Date };
type Evaluator = typeof users.$inferSelect;

/** The evaluator who joins only the second jury. */
const NEWCOMER = {
  ...{ email: "bruna.sorani@slancio.example", firstName: "Bruna", lastName: "Sorani" },
};
/** The demo evaluator who is on the juries of both rounds. */
const IN_BOTH = "paolo.deangelis@slancio.example";

/**
 * Number of projects that the first evaluator of the second jury has read. Each further evaluator has read one project
 * fewer than the previous evaluator.
 */
const READ = 2;

/**
 * Brings the demo to the middle of a second round. Calls only functions that the product itself uses. The first jury
 * scores and closes its evaluations, staff release the first half of the ranking, and a second jury starts. No command
 * can undo the second round, because evaluation records and releases are final.
 */
export async function runSecondRound(stage: Stage, context: ActionContext): Promise<void> {
  const { db, config, now } = stage;
  const today = romeDay(now);
  const inDays = (days: number) => romeMidnight(daysAfter(today, days));
  const edition = await configureEdition(
    db,
    stage.edition.year,
    await callDays(db, stage.edition, today),
    { evaluationOpensAt: null, evaluationClosesAt: inDays(0), awardedAt: inDays(30) },
    context,
  );
  const first = await roundOf(db, edition, 1);
  // The first round's evaluations get a time one hour before midnight, because the round ended at midnight.
  const earlier = new Date(inDays(0).getTime() - HOUR);
  for (const [who, evaluator] of (await jurorsOf(db, first)).entries()) {
    await read(stage, first, evaluator, { who, at: earlier });
    await close(stage, evaluator, earlier);
  }
  const choice = { edition, stage: "pre_selected" as const, graceMinutes: config.GRACE_MINUTES };
  const ranked = await db.$count(submissions, readIn(first));
  const top = Math.min(edition.places.pre_selected, Math.ceil(ranked / 2));
  await applySelection(db, { ...choice, pick: { top, ties: "in" } }, context, false);
  const { graceMinutes } = choice;
  await release(db, edition, ["pre_selected"], context, { override: false, graceMinutes });
  const both = (await jurorsOf(db, first)).flatMap(({ id, email }) =>
    email === IN_BOTH ? id : [],
  );
  await makeRound(
    db,
    edition.year,
    {
      names: perLanguage((language) => WORDS[language].secondReading),
      stage: "semifinalist",
      ...{ opensAt: inDays(0), closesAt: inDays(10) },
      ...{ readings: null, weight: null, showsEarlier: false, isPublic: true },
      jury: both,
    },
    context,
  );
  // Create the evaluator NEWCOMER after the first jury is stored, so that only the second jury contains NEWCOMER.
  const newcomer = await seedUser(
    { db, config, now: new Date(now.getTime() - 10 * DAY) },
    { ...NEWCOMER, roles: ["evaluator"] },
  );
  await setJury(db, edition.year, 2, [...both, newcomer], context);
  await openRounds({ db }, now);
  const second = await roundOf(db, edition, 2);
  for (const [who, evaluator] of (await jurorsOf(db, second)).entries()) {
    await read(stage, second, evaluator, { who, at: now, most: READ - who });
  }
}

/**
 * Returns the first and last day of the call. The first day is at least 80 days ago. The last day is the day of the
 * last submission, so that no receipt is later than the deadline, but at the latest yesterday.
 */
async function callDays(db: Database, { id, opensAt }: Edition, today: string) {
  const [row] = await db
    .select({ last: max(submissions.sentAt) })
    .from(submissions)
    .where(eq(submissions.editionId, id));
  const [from, until] = [romeDay(opensAt), row?.last ? romeDay(row.last) : ""];
  const yesterday = daysAfter(today, -1);
  return {
    from: from < daysAfter(today, -80) ? from : daysAfter(today, -80),
    until: until && until < yesterday ? until : yesterday,
  };
}

async function roundOf(db: Database, edition: Edition, number: number): Promise<Round> {
  const round = await findRound(db, edition, number);
  if (!round) throw new Error(`no round ${number}`);
  return round;
}

const jurorsOf = (db: Database, round: Round): Promise<Evaluator[]> =>
  db.select().from(users).where(juryOf(round)).orderBy(asc(users.email));

/**
 * Scores the projects of a round for one evaluator. Skips projects that the evaluator has already begun. Calls the same
 * function as a browser's request.
 */
async function read(
  stage: Stage,
  round: Round,
  evaluator: Evaluator,
  { who, at, most }: { who: number; at: Date; most?: number },
): Promise<void> {
  const begun = stage.db
    .select({ project: evaluations.projectId })
    .from(evaluations)
    .where(and(givenIn(round), eq(evaluations.evaluatorId, evaluator.id)));
  const projects = await stage.db
    .select({ id: submissions.projectId })
    .from(submissions)
    .where(and(readIn(round), notInArray(submissions.projectId, begun)))
    .orderBy(asc(submissions.number));
  const known = await stage.db.select().from(evaluations).where(givenIn(round));
  for (const [index, { id }] of projects.slice(0, most).entries()) {
    await saveEvaluation({
      ...callOf(stage, evaluator, at),
      params: { id },
      body: {
        scores: scoresOf(
          index,
          who,
          known.find(({ projectId }) => projectId === id),
        ),
        ...(round.number > 1 && { round: round.number }),
      },
      ifMatch: null,
    });
  }
}

/** Closes an evaluator's evaluation of the first round. */
function close(stage: Stage, evaluator: Evaluator, at: Date) {
  return closeEvaluation({
    ...callOf(stage, evaluator, at),
    body: { closed: true as const, edition: stage.edition.year },
    notifyMailWorker() {},
  });
}

/** Returns an evaluator's request with only the properties that the product's functions use. */
const callOf = ({ db, config }: Stage, evaluator: Evaluator, arrivedAt: Date) => ({
  ...{ db, config, arrivedAt, language: languageOf(evaluator.language) },
  caller: {
    ...evaluator,
    ...{ language: languageOf(evaluator.language), roles: ["evaluator" as const] },
    ...{ lacking: [], sessionId: "" },
  },
});

/**
 * Returns scores that differ by project, evaluator, and criterion, but are near the scores of other evaluators. The
 * second evaluator gives lower scores.
 */
function scoresOf(
  project: number,
  who: number,
  colleague?: Partial<Record<Criterion, number | null>>,
) {
  const scores = CRITERIA.map(({ id }, at) => {
    const near = colleague?.[id] ?? 4 + ((project * 7) % 6);
    const score = near + ((project + 3 * who + 2 * at) % 3) - 1 - who;
    return [id, Math.min(SCORE_MAX, Math.max(0, score))] as const;
  });
  return Object.fromEntries(scores) as Record<Criterion, number>;
}
