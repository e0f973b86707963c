import { and, asc, eq } from "drizzle-orm";
import { closingMoment, romeDay } from "@/contract/deadline";
import { RACE, SELECTION_STAGES, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { PublicRound } from "@/contract/evaluation/rounds";
import { STAFF_ROLES } from "@/contract/roles";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Executor } from "../db/connect";
import { rounds } from "../db/schema/rounds";
import { fail } from "../http/failure";
import type { Edition } from "./edition";

/**
 * Identifies an evaluation round of an edition. Each round has a separate jury, scores, records, and ranking. Every
 * edition has round 1.
 */
export type RoundKey = {
  editionId: string;
  number: number;
  /** The selection stage that the round's ranking decides. */
  stage: Stage;
  /**
   * The number of the earlier round whose selected projects this round evaluates. Null means all submitted projects.
   */
  reads: number | null;
};

/**
 * An evaluation round with its edition and its dates. The first round has the dates, feedback setting, and discussion
 * setting of the edition.
 */
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
    /**
     * The names of the round by language. Null while the edition has only one round, which has no name and no list of
     * jury members.
     */
    names: (typeof rounds.$inferSelect)["names"] | null;
    /**
     * Whether a later evaluation round that uses this round's results has opened. The results are then final.
     */
    isRead: boolean;
  };

export function firstRoundKey(editionId: string): RoundKey {
  return { editionId, number: 1, stage: "pre_selected", reads: null };
}

/** Returns the first evaluation round of an edition that has no stored rounds. */
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

/**
 * Returns the rounds of an edition in the order of their selection stages. An edition without stored rounds has only
 * the first round.
 */
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

/** Returns the later evaluation rounds of an edition whose dates are public. */
export async function publicRounds(db: Executor, edition: Edition): Promise<PublicRound[]> {
  return (await readRounds(db, edition)).flatMap(
    ({ number, names, stage, isPublic, replacedBy, opensAt, closesAt }) =>
      isPublic && !replacedBy && names && opensAt && closesAt && number > 1
        ? [{ number, names, stage, opens: opensAt.toISOString(), closes: closesAt.toISOString() }]
        : [],
  );
}

/** Returns the evaluation round of an edition with a given number, or null. */
export async function findRound(
  db: Executor,
  edition: Edition,
  number: number,
): Promise<Round | null> {
  return (await readRounds(db, edition)).find((one) => one.number === number) ?? null;
}

/** Returns the key of an evaluation round, or null if the edition has no such round. */
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
 * Returns the evaluation round whose ranking decides a selection stage: the stage's own round, or else the round of the
 * nearest earlier stage. A prize without its own round uses the round of the pre-selection.
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

/**
 * Returns the evaluation round that selects the projects for a round at the given selection stage. Null if a round at
 * this stage evaluates all projects.
 */
export function roundBefore(all: readonly Round[], stage: Stage): Round | null {
  const after = SELECTION_STAGES.find(({ id }) => id === stage)?.after ?? null;
  return after && roundDeciding(all, after);
}

/** The selection stage of a round, with its opening and closing times. */
type Span = Pick<Round, "stage" | "opensAt" | "closesAt">;

/**
 * Throws unless each round opens before it closes, starts after the earlier round that it builds on has ended, and ends
 * before the awards.
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

/**
 * Reports whether a person with these roles can be on the jury of a round. Staff read earlier results, so they cannot
 * be on a jury that must not see these results.
 */
export function canJoin(
  { number, showsEarlier }: Pick<Round, "number" | "showsEarlier">,
  roles: readonly string[],
): boolean {
  return number === 1 || showsEarlier || !roles.some((role) => STAFF_ROLES.includes(role as never));
}

/**
 * Reports whether an evaluation round has opened. A later round has opened if `openedAt` is set. The first round opens
 * on the edition's evaluation date, or is always open if the date is null.
 */
export function hasOpened({ number, opensAt, openedAt }: Round, at: Date): boolean {
  return number === 1 ? opensAt === null || opensAt <= at : openedAt !== null;
}

/**
 * Reports whether a round's jury can evaluate now. The round must have opened. It ends at its end date, when staff
 * close it, or when a later round that uses its results opens.
 */
export function isRunning(round: Round, at: Date): boolean {
  const { closesAt, closedAt, isRead } = round;
  return (
    hasOpened(round, at) && closedAt === null && !isRead && (closesAt === null || at < closesAt)
  );
}

/**
 * Returns the evaluation round that the staff area shows: the requested round, or else the first running round, the
 * last opened round, or the first round. Fails with 404 for an unknown number.
 */
export function shownRound(all: readonly Round[], number: number | undefined, now: Date): Round {
  const usual = () =>
    all.find((one) => isRunning(one, now)) ?? all.findLast((one) => hasOpened(one, now)) ?? all[0];
  const found = number === undefined ? usual() : all.find((one) => one.number === number);
  return found ?? fail("not_found");
}

/** Returns the round of an edition that the staff area shows (see `shownRound`). */
export async function findShownRound(
  db: Executor,
  edition: Edition,
  number: number | undefined,
  now: Date,
): Promise<Round> {
  return shownRound(await readRounds(db, edition), number, now);
}

/**
 * Locks the rounds of an edition until the transaction ends, so that no other transaction changes a round. Call this
 * function before locking an evaluator's scores, because another order of locks could deadlock.
 */
export async function holdRounds(tx: Executor, editionId: string): Promise<void> {
  await tx.select().from(rounds).where(eq(rounds.editionId, editionId)).for("share");
}
