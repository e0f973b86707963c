import { and, eq } from "drizzle-orm";
import { languageOf } from "@/contract/languages";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import { roundJurors } from "../db/schema/rounds";
import type { Edition } from "../editions/edition";
import { hasOpened, holdRounds, type Round, readRounds } from "../editions/rounds";
import { fail } from "../http/failure";
import { scoringAt } from "./edition";
import { closedIn, evaluationOf, readIn } from "./round";

/*
 * The rounds of one evaluator: the only place that decides in which round a request of an evaluator works, and which results of
 * other rounds the evaluator can read (rule evaluation.rounds).
 */

type Asking = { db: Executor; caller: { id: string }; arrivedAt: Date; config: BackendConfig };

/** Returns the rounds whose jury has the caller, in the order of their stages. Without stored rounds, the first one. */
export async function ownRounds(
  db: Executor,
  edition: Edition,
  callerId: string,
): Promise<Round[]> {
  const all = await readRounds(db, edition);
  if (!all.some(isStored)) return all;
  const seats = await db
    .select({ round: roundJurors.round })
    .from(roundJurors)
    .where(and(eq(roundJurors.editionId, edition.id), eq(roundJurors.userId, callerId)));
  const own = new Set(seats.map(({ round }) => round));
  return all.filter(({ number }) => own.has(number));
}

/** Reports whether evaluators see the projects of a round: later rounds show them once they have opened. */
export const showsProjects = ({ number, openedAt }: Round): boolean =>
  number === 1 || openedAt !== null;

/** Reports whether staff made rounds in the edition. Otherwise responses name no round. */
export const isStored = ({ names }: Round): boolean => names !== null;

/**
 * Returns the round in which a request of the caller works: the named one, else the lowest one in which scoring is open, else the
 * last opened one, else the first one to come. Closing the own evaluation does not change the choice, so a repeated request never
 * reaches the next round. Returns null if the caller is on no jury. Fails with 404 for a round of others.
 */
export async function findRoundFor(
  { db, caller, arrivedAt, config }: Asking,
  edition: Edition,
  number: number | undefined,
): Promise<Round | null> {
  const own = await ownRounds(db, edition, caller.id);
  if (number !== undefined) return own.find((one) => one.number === number) ?? fail("not_found");
  return defaultRound(own, arrivedAt, config);
}

function defaultRound(own: readonly Round[], at: Date, config: BackendConfig): Round | null {
  const running = own.find((one) => scoringAt(one, at, config) === "open");
  const opened = own.findLast((one) => hasOpened(one, at));
  return running ?? opened ?? own[0] ?? null;
}

/** Like `findRoundFor`, but fails with 404 if the caller is on no jury. */
export async function roundFor(
  asking: Asking,
  edition: Edition,
  number: number | undefined,
): Promise<Round> {
  return (await findRoundFor(asking, edition, number)) ?? fail("not_found");
}

/**
 * Returns the round in which the caller reads a project: the named one, else the caller's usual round if its jury reads the
 * project, else the caller's last round in which it did. Fails with 404 if the project is or was read in none of them.
 */
export async function roundReading(
  asking: Asking,
  edition: Edition,
  projectId: string,
  number: number | undefined,
): Promise<Round> {
  const { db, caller, arrivedAt, config } = asking;
  const own = await ownRounds(db, edition, caller.id);
  const usual = defaultRound(own, arrivedAt, config);
  // Without stored rounds, every evaluator reads every project.
  if (usual && !isStored(usual)) {
    return number === undefined || number === usual.number ? usual : fail("not_found");
  }
  const others = own.filter((one) => one !== usual).toReversed();
  const asked =
    number === undefined
      ? [...(usual ? [usual] : []), ...others]
      : own.filter((one) => one.number === number);
  for (const round of asked) {
    if (showsProjects(round) && (await isReadIn(db, round, projectId))) return round;
    if (await hasGiven(db, round, caller.id, projectId)) return round;
  }
  return fail("not_found");
}

/**
 * Like `roundReading`, for a request that writes. Requires the number of the round once there are several, because a window that
 * was opened before must not write into the next round. The project must be read in the round now.
 */
export async function roundWriting(
  asking: Asking,
  edition: Edition,
  projectId: string,
  number: number | undefined,
): Promise<Round> {
  const { db, caller } = asking;
  await holdRounds(db, edition.id);
  const own = await ownRounds(db, edition, caller.id);
  if (!own.some(isStored)) return roundReading(asking, edition, projectId, number);
  if (number === undefined) return fail("invalid_fields", { fields: { round: "required" } });
  const round = own.find((one) => one.number === number);
  return round && (await isReadIn(db, round, projectId)) ? round : fail("not_found");
}

/** Reports whether the round's jury reads the project now. */
export async function isReadIn(db: Executor, round: Round, projectId: string): Promise<boolean> {
  const here = and(readIn(round), eq(submissions.projectId, projectId));
  return (await db.$count(submissions, here)) > 0;
}

async function hasGiven(db: Executor, round: Round, callerId: string, projectId: string) {
  return (await db.$count(evaluations, evaluationOf(round, callerId, projectId))) > 0;
}

/**
 * Throws `evaluation_not_closed` if the caller cannot read results of others in a round: before closing it, and while the caller
 * sits on a later round, has not closed that one, and the later round does not show earlier results.
 */
export async function requireResults(db: Executor, round: Round, callerId: string): Promise<void> {
  if (!(await canReadResults(db, round, callerId))) fail("evaluation_not_closed");
}

/** Reports whether the caller can read results of others in a round (see `requireResults`). */
export async function canReadResults(
  db: Executor,
  round: Round,
  callerId: string,
): Promise<boolean> {
  const own = await ownRounds(db, round.edition, callerId);
  const later = own.slice(own.findIndex(({ number }) => number === round.number) + 1);
  const blinding = later.filter((one) => !one.showsEarlier && one.closedAt === null);
  for (const one of [round, ...blinding]) {
    const closed = and(closedIn(one), eq(evaluationRecords.evaluatorId, callerId));
    if ((await db.$count(evaluationRecords, closed)) === 0) return false;
  }
  return true;
}

/** Returns what distinguishes the names of a later round's files. */
export const fileSuffix = ({ number }: Round) => (number === 1 ? "" : `-${number}`);

/** Returns whether the caller can read results of others in a round, for responses that name it. */
export async function resultsAnswer(db: Executor, round: Round | null, callerId: string) {
  return round && isStored(round) ? { results: await canReadResults(db, round, callerId) } : {};
}

/** Returns how emails name a round and what their button needs to open it: nothing without stored rounds. */
export function roundInMail(
  { edition, number, names }: Round,
  language: string | null,
): Record<string, string> {
  if (names === null) return {};
  const reading = names[languageOf(language)];
  return { edition: String(edition.year), round: String(number), reading };
}

/** Returns how responses to evaluators describe a round: nothing without stored rounds, null for an evaluator on no jury. */
export function roundAnswer(round: Round | null) {
  if (round === null) return { round: null };
  const { number, names, stage, weight } = round;
  if (names === null) return {};
  const opens = round.openedAt ?? round.opensAt;
  const dates = {
    opens: opens?.toISOString() ?? null,
    closes: round.closesAt?.toISOString() ?? null,
  };
  const final = round.closedAt !== null || round.isRead;
  return { round: { number, names, stage, ...dates, weight, final } };
}
