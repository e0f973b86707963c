import { asc, desc, eq, gt } from "drizzle-orm";
import { romeDay, romeDayEnd } from "@/contract/deadline";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { perLanguage } from "@/contract/languages";
import type { getRounds as contract, StaffRound } from "@/contract/staff/rounds";
import type { Executor } from "../../db/connect";
import { IN_JURY, users } from "../../db/schema/accounts";
import { editions, submissions } from "../../db/schema/applications";
import { rounds as roundTable } from "../../db/schema/rounds";
import { messagesIn } from "../../documents/messages";
import { hasOpened, type Round, readRounds } from "../../editions/rounds";
import { countClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { isStored, roundAnswer } from "../../evaluations/own-rounds";
import { evaluatorsOf, readIn } from "../../evaluations/round";
import { openingObstacles } from "../../evaluations/rounds/open-rounds";
import { findAssignment } from "../../evaluations/scope";
import type { Call } from "../../http/serve";
import { yearOf } from "../editions/get-edition";
import { runsProgramme } from "../people/get-person";

/**
 * Returns the evaluation rounds of an edition with their juries, and the data that staff need to create another round.
 */
export async function getRounds({ db, params, arrivedAt: now }: Call<typeof contract>) {
  const year = yearOf(params);
  const edition = await editionOf(db, year, now);
  const all = (await readRounds(db, edition)).filter(({ replacedBy }) => replacedBy === null);
  const taken = new Set(all.map(({ stage }) => stage));
  const evaluators = await db
    .select()
    .from(users)
    .where(IN_JURY)
    .orderBy(...BY_NAME);
  const copies = await db
    .selectDistinct({ year: editions.year })
    .from(roundTable)
    .innerJoin(editions, eq(editions.id, roundTable.editionId))
    .where(gt(roundTable.number, 1))
    .orderBy(desc(editions.year));
  return {
    edition: year,
    rounds: all.some(isStored) ? await Promise.all(all.map((one) => shown(db, one, all, now))) : [],
    stages: STAGE_IDS.filter((stage) => !taken.has(stage)).map((stage) => ({
      stage,
      names: perLanguage((language) => messagesIn(language).rounds[stage]),
    })),
    evaluators: evaluators.map((user) => ({
      ...personOf(user),
      staff: runsProgramme(user),
    })),
    readings: edition.readings,
    next_opens: nextOpens(all, now)?.toISOString() ?? null,
    copies: copies.flatMap((one) => (one.year === year ? [] : one.year)),
  };
}

const BY_NAME = [asc(users.lastName), asc(users.firstName)];
const personOf = ({ id, firstName, lastName, email }: typeof users.$inferSelect) => ({
  ...{ id, name: `${firstName} ${lastName}`, email },
});

async function shown(
  db: Executor,
  round: Round,
  all: readonly Round[],
  now: Date,
): Promise<StaffRound> {
  const { round: answer } = roundAnswer(round);
  if (!answer) throw new Error("a stored round without names");
  const { all: evaluators, closed } = await countClosed(db, round);
  const planned = (await findAssignment(db, round))?.readings ?? null;
  const isOpened = hasOpened(round, now);
  const isRead = all.some(({ reads }) => reads === round.number);
  return {
    ...answer,
    state: stateOf(round, now),
    reads: round.reads,
    readings: {
      own: round.readings,
      planned,
      wanted: planned ?? round.readings ?? round.edition.readings,
    },
    ...{ shows_earlier: round.showsEarlier, public: round.isPublic },
    ...{ feedback: round.feedback, band: round.band, discussion: round.discussion },
    closed_at: round.closedAt?.toISOString() ?? null,
    projects: await db.$count(submissions, readIn(round)),
    ...{ evaluators, closed },
    jury: (
      await db
        .select()
        .from(users)
        .where(evaluatorsOf(round))
        .orderBy(...BY_NAME)
    ).map(personOf),
    obstacles: isOpened ? [] : await openingObstacles(db, round),
    removable: round.number > 1 && !isOpened && !isRead,
  };
}

/**
 * Returns the earliest start of a further round: the end of the last round, or the beginning of tomorrow in Rome if
 * that end has passed. Null if a round has no end.
 */
function nextOpens(all: readonly Round[], now: Date): Date | null {
  const ends = all.flatMap(({ closesAt }) => closesAt ?? []);
  if (ends.length < all.length) return null;
  const last = new Date(Math.max(...ends.map((end) => end.getTime())));
  return last > now ? last : romeDayEnd(romeDay(now));
}

/** Returns the state of an evaluation round at a given time. */
export function stateOf(round: Round, now: Date): StaffRound["state"] {
  if (round.isRead) return "final";
  if (round.closedAt) return "closed";
  if (!hasOpened(round, now)) return "to_come";
  return round.closesAt && round.closesAt <= now ? "over" : "open";
}
