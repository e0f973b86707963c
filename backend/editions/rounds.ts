import { and, asc, eq } from "drizzle-orm";
import { closingMoment, romeDay } from "@/contract/deadline";
import { RACE, SELECTION_STAGES, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { PublicRound } from "@/contract/evaluation/rounds";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Executor } from "../db/connect";
import { rounds } from "../db/schema/rounds";
import { fail } from "../http/failure";
import type { Edition } from "./edition";

/**
 * Identifies a round: one reading of an edition's projects, with its own jury, scores, records, and ranking.
 * The number 1 is the first reading, which every edition has.
 */
export type RoundKey = {
  editionId: string;
  number: number;
  /** The stage for which the round's ranking decides. */
  stage: Stage;
  /** The round whose selected projects this round reads; null: all sent projects. */
  reads: number | null;
};

/** A round with its edition and its dates. Dates, feedback, and discussion of the first round are the edition's. */
export type Round = RoundKey &
  Pick<
    typeof rounds.$inferSelect,
    | "opensAt"
    | "closesAt"
    | "readings"
    | "weight"
    | "showsEarlier"
    | "isPublic"
    | "feedback"
    | "band"
    | "discussion"
    | "openedAt"
    | "closedAt"
    | "replacedBy"
  > & {
    edition: Edition;
    /** Null while the edition has only its first reading, which then has no name and no jury by name. */
    names: (typeof rounds.$inferSelect)["names"] | null;
    /** Whether an opened round reads this one, so that its results are final. */
    isRead: boolean;
  };

/** Returns the key of an edition's first round. */
export function firstRoundKey(editionId: string): RoundKey {
  return { editionId, number: 1, stage: "pre_selected", reads: null };
}

/** Returns the first round of an edition without stored rounds. */
export function firstRound(edition: Edition): Round {
  return {
    ...firstRoundKey(edition.id),
    edition,
    opensAt: edition.evaluationOpensAt,
    closesAt: edition.evaluationClosesAt,
    names: null,
    readings: null,
    weight: null,
    showsEarlier: false,
    isPublic: false,
    feedback: edition.feedback,
    band: edition.feedbackBand,
    discussion: edition.discussion,
    openedAt: null,
    closedAt: null,
    replacedBy: null,
    isRead: false,
  };
}

/** Returns the rounds of an edition in the order of their stages. An edition without stored rounds has its first one. */
export async function readRounds(db: Executor, edition: Edition): Promise<Round[]> {
  const rows = await db
    .select()
    .from(rounds)
    .where(eq(rounds.editionId, edition.id))
    .orderBy(asc(rounds.number));
  const opened = rows.filter(({ openedAt }) => openedAt !== null);
  const stored = rows.map((row): Round => {
    const own = row.number === 1 ? firstRound(edition) : row;
    const isRead = opened.some(({ reads }) => reads === row.number);
    const { opensAt, closesAt, feedback, band, discussion } = own;
    return { ...row, opensAt, closesAt, feedback, band, discussion, edition, isRead };
  });
  const place = ({ stage }: Round) => STAGE_IDS.indexOf(stage);
  return stored.length > 0
    ? stored.toSorted((a, b) => place(a) - place(b) || a.number - b.number)
    : [firstRound(edition)];
}

/** Returns the later rounds of an edition whose days are public. */
export async function publicRounds(db: Executor, edition: Edition): Promise<PublicRound[]> {
  return (await readRounds(db, edition)).flatMap(
    ({ number, names, stage, isPublic, replacedBy, opensAt, closesAt }) =>
      isPublic && !replacedBy && names && opensAt && closesAt && number > 1
        ? [{ number, names, stage, opens: opensAt.toISOString(), closes: closesAt.toISOString() }]
        : [],
  );
}

/** Returns a round of an edition by its number, or null. */
export async function findRound(
  db: Executor,
  edition: Edition,
  number: number,
): Promise<Round | null> {
  return (await readRounds(db, edition)).find((one) => one.number === number) ?? null;
}

/** Returns the key of a round, or null if the edition has no such round. */
export async function findRoundKey(
  db: Executor,
  editionId: string,
  number: number,
): Promise<RoundKey | null> {
  if (number === 1) return firstRoundKey(editionId);
  const { stage, reads } = rounds;
  const [row] = await db
    .select({ editionId: rounds.editionId, number: rounds.number, stage, reads })
    .from(rounds)
    .where(and(eq(rounds.editionId, editionId), eq(rounds.number, number)));
  return row ?? null;
}

/**
 * Returns the round whose ranking decides a stage: the one made for it, else the one of the nearest earlier stage. A prize
 * without its own round is decided by the round of the pre-selection.
 */
export function roundDeciding(all: readonly Round[], stage: Stage): Round {
  const known = all.filter(({ replacedBy }) => replacedBy === null);
  const earlier = RACE.includes(stage)
    ? RACE.slice(0, RACE.indexOf(stage) + 1).toReversed()
    : [stage, "pre_selected" as const];
  for (const one of earlier) {
    const found = known.find((round) => round.stage === one);
    if (found) return found;
  }
  throw new Error(`no round decides ${stage}`);
}

/** Returns the round whose selected projects a round for a stage reads. */
export function roundBefore(all: readonly Round[], stage: Stage): Round | null {
  const after = SELECTION_STAGES.find(({ id }) => id === stage)?.after ?? null;
  return after && roundDeciding(all, after);
}

/** The first and the last instant of a round. */
type Span = Pick<Round, "stage" | "opensAt" | "closesAt">;

/**
 * Requires that each round opens before it closes, but not before the end of the round whose selected projects it reads, and that
 * the awards come last.
 */
export function requireRoundOrder({ awardedAt }: Edition, all: readonly Round[], given?: Span) {
  const spans = [...all.filter(({ replacedBy, stage }) => !replacedBy && stage !== given?.stage)];
  const known = given ? [...spans, { ...firstOf(all), ...given }] : spans;
  for (const { stage, opensAt, closesAt } of known) {
    const before = roundBefore(known, stage);
    const isLate = opensAt && closesAt && opensAt >= closesAt;
    const isEarly = before?.closesAt && opensAt && opensAt < before.closesAt;
    if (isLate || isEarly) {
      const sentence = `The round for ${stage} would not fit between the round before and its own end.`;
      throw new RuleViolation(sentence, "dates_cross");
    }
    if (awardedAt && closesAt && romeDay(awardedAt) < romeDay(closingMoment(closesAt).lastDay)) {
      throw new RuleViolation(
        `The awards would be before the round for ${stage} ends.`,
        "dates_cross",
      );
    }
  }
}

const firstOf = ([first]: readonly Round[]): Round => {
  if (!first) throw new Error("an edition without a round");
  return first;
};

/** Reports whether evaluators of a round have begun to read: at its opening, or for the first round with the edition's date. */
export function hasOpened({ number, opensAt, openedAt }: Round, at: Date): boolean {
  return number === 1 ? opensAt === null || opensAt <= at : openedAt !== null;
}

/** Reports whether a round's jury reads now: the round has opened, and neither its end, staff, nor a later round has closed it. */
export function isRunning(round: Round, at: Date): boolean {
  const { closesAt, closedAt, isRead } = round;
  return (
    hasOpened(round, at) && closedAt === null && !isRead && (closesAt === null || at < closesAt)
  );
}

/**
 * Returns the round that staff see: the named one, else the first running one, else the last opened one, else the first one. Fails
 * with 404 for an unknown number.
 */
export function shownRound(all: readonly Round[], number: number | undefined, now: Date): Round {
  const usual = () =>
    all.find((one) => isRunning(one, now)) ?? all.findLast((one) => hasOpened(one, now)) ?? all[0];
  const found = number === undefined ? usual() : all.find((one) => one.number === number);
  return found ?? fail("not_found");
}

/** Returns the round of an edition that staff see (see `shownRound`). */
export async function findShownRound(
  db: Executor,
  edition: Edition,
  number: number | undefined,
  now: Date,
): Promise<Round> {
  return shownRound(await readRounds(db, edition), number, now);
}

/**
 * Locks the rounds of an edition against changes until the transaction ends, so that an opening, a closing and a save wait for each
 * other. Called before the lock of an evaluator's work.
 */
export async function holdRounds(tx: Executor, editionId: string): Promise<void> {
  await tx.select().from(rounds).where(eq(rounds.editionId, editionId)).for("share");
}
