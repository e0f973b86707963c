import { and, asc, eq } from "drizzle-orm";
import { RACE, SELECTION_STAGES, STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { Executor } from "../db/connect";
import { rounds } from "../db/schema/rounds";
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

/** A round with its edition and its dates. The dates of the first round are the edition's. */
export type Round = RoundKey &
  Pick<
    typeof rounds.$inferSelect,
    | "opensAt"
    | "closesAt"
    | "readings"
    | "weight"
    | "showsEarlier"
    | "isPublic"
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
    return { ...row, opensAt: own.opensAt, closesAt: own.closesAt, edition, isRead };
  });
  const place = ({ stage }: Round) => STAGE_IDS.indexOf(stage);
  return stored.length > 0
    ? stored.toSorted((a, b) => place(a) - place(b) || a.number - b.number)
    : [firstRound(edition)];
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

/** Reports whether an edition has rounds besides its first reading. */
export async function hasRounds(db: Executor, editionId: string): Promise<boolean> {
  return (await db.$count(rounds, eq(rounds.editionId, editionId))) > 0;
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

/** Reports whether evaluators of a round have begun to read: at its opening, or for the first round with the edition's date. */
export function hasOpened({ number, opensAt, openedAt }: Round, at: Date): boolean {
  return number === 1 ? opensAt === null || opensAt <= at : openedAt !== null;
}
