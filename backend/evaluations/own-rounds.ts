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
import { hasReleased } from "./ranking/decisions";
import { closedIn, evaluationOf, readIn } from "./round";

/*
 * Decides in which round an evaluator's request works, and which results of earlier rounds the evaluator can read (rule
 * evaluation.rounds). Only this module decides.
 */

type Asking = { db: Executor; caller: { id: string }; arrivedAt: Date; config: BackendConfig };

/**
 * Returns the rounds in whose jury the caller is, in the order of their selection stages. Returns the first round if
 * the edition has no stored rounds.
 */
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

/** Reports whether evaluators see the projects of a round. A later round shows its projects after it has opened. */
export const showsProjects = ({ number, openedAt }: Round): boolean =>
  number === 1 || openedAt !== null;

/** Reports whether staff have created rounds in the edition. Otherwise responses name no round. */
export const isStored = ({ names }: Round): boolean => names !== null;

/**
 * Returns the round in which a request of the caller works: the named round, or else the first round with open scoring,
 * the last opened round, or the next future round. Closing an evaluation does not change the result, so a repeated
 * request never reaches the next round. Returns null if the caller is on no jury. Fails with 404 for a round with
 * another jury.
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

/** Returns the round of a request like `findRoundFor`, but fails with 404 if the caller is on no jury. */
export async function roundFor(
  asking: Asking,
  edition: Edition,
  number: number | undefined,
): Promise<Round> {
  return (await findRoundFor(asking, edition, number)) ?? fail("not_found");
}

/**
 * Returns the round in which the caller evaluates a project: the named round, or else the caller's default round, or
 * else the caller's last round that contains the project. Fails with 404 if none of the caller's rounds contains the
 * project.
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
  // If the edition has no rows in the table `rounds`, every evaluator evaluates every project.
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
 * Returns the round for a request that writes, like `roundReading`. If several rounds exist, the request must name its
 * round, because a browser window from an earlier round must not write into the next round. The round must currently
 * contain the project.
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

/** Reports whether the round's jury currently evaluates the project. */
export async function isReadIn(db: Executor, round: Round, projectId: string): Promise<boolean> {
  const here = and(readIn(round), eq(submissions.projectId, projectId));
  return (await db.$count(submissions, here)) > 0;
}

async function hasGiven(db: Executor, round: Round, callerId: string, projectId: string) {
  return (await db.$count(evaluations, evaluationOf(round, callerId, projectId))) > 0;
}

/**
 * Throws `evaluation_not_closed` if the caller cannot read other evaluators' results of a round. The caller must have
 * closed the evaluation of that round. If the caller is on a later jury that must not see earlier results, the caller
 * must have closed the later round's evaluation too.
 */
export async function requireResults(db: Executor, round: Round, callerId: string): Promise<void> {
  if (!(await canReadResults(db, round, callerId))) fail("evaluation_not_closed");
}

/** Reports whether the caller can read other evaluators' results of a round (see `requireResults`). */
export async function canReadResults(
  db: Executor,
  round: Round,
  callerId: string,
): Promise<boolean> {
  return (
    (await hasClosed(db, round, callerId)) && (await hidingRounds(db, round, callerId)).length === 0
  );
}

async function hasClosed(db: Executor, round: Round, callerId: string): Promise<boolean> {
  const closed = and(closedIn(round), eq(evaluationRecords.evaluatorId, callerId));
  return (await db.$count(evaluationRecords, closed)) > 0;
}

/**
 * Returns the caller's later rounds that hide the results of a round until the caller closes the evaluation in them
 * too. A later round that staff have closed still hides the results until staff can no longer reopen it.
 */
async function hidingRounds(db: Executor, round: Round, callerId: string): Promise<Round[]> {
  const own = await ownRounds(db, round.edition, callerId);
  const later = own.slice(own.findIndex(({ number }) => number === round.number) + 1);
  const hiding: Round[] = [];
  for (const one of later) {
    if (one.showsEarlier || (await hasClosed(db, one, callerId))) continue;
    if (!(await isSettled(db, one))) hiding.push(one);
  }
  return hiding;
}

/** Reports whether staff can no longer reopen a round. */
async function isSettled(db: Executor, round: Round): Promise<boolean> {
  if (round.closedAt === null) return false;
  return round.isRead || round.replacedBy !== null || (await hasReleased(db, round));
}

/**
 * Returns the suffix that distinguishes the file names of a later evaluation round. Empty for the first round.
 */
export const fileSuffix = ({ number }: Round) => (number === 1 ? "" : `-${number}`);

/**
 * Returns the response fields that state whether the caller can read other evaluators' results of a round, and which
 * later round still hides these results. Returns an empty object if staff have not created rounds in the edition.
 */
export async function resultsAnswer(db: Executor, round: Round | null, callerId: string) {
  if (round === null || !isStored(round)) return {};
  const hiding = await hidingRounds(db, round, callerId);
  return {
    results: hiding.length === 0 && (await hasClosed(db, round, callerId)),
    results_after: hiding.at(-1)?.names ?? null,
  };
}

/**
 * Returns the values that emails need to name a round and to link to it. Returns an empty object if staff have not
 * created rounds in the edition.
 */
export function roundInMail(
  { edition, number, names }: Round,
  language: string | null,
): Record<string, string> {
  if (names === null) return {};
  const reading = names[languageOf(language)];
  return { edition: String(edition.year), round: String(number), reading };
}

/**
 * Returns the response fields that describe a round to evaluators. Returns an empty object if staff have not created
 * rounds in the edition. For an evaluator on no jury, the field `round` is null.
 */
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
