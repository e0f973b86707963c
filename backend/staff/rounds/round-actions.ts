import { and, inArray, isNull, notInArray } from "drizzle-orm";
import { romeDayEnd, romeMidnight } from "@/contract/deadline";
import type { Endpoint } from "@/contract/endpoint";
import type { Effect } from "@/contract/staff/preview";
import * as contract from "@/contract/staff/rounds";
import type { ActionContext } from "../../audit-log/entries";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import { type Round, readRounds } from "../../editions/rounds";
import { countClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { isStored } from "../../evaluations/own-rounds";
import { projectsBelow } from "../../evaluations/reading-progress";
import { closedIn, evaluatorsOf, givenIn, readIn } from "../../evaluations/round";
import {
  changeRound as change,
  closeRound as close,
  copyRounds as copy,
  makeRound as make,
  removeRound as remove,
  reopenRound as reopen,
  repeatRound as repeat,
  setRoundDates as setDates,
  setJury,
} from "../../evaluations/rounds/administer-rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { effectsOf, told } from "../editions/effects";
import { yearOf } from "../editions/get-edition";
import { executeAction, type Outcome } from "../execute-action";
import { feedbackEffects } from "../feedback/effects";
import { datesOf } from "../shown-round";

/** Creates an evaluation round, like `npm run evaluation -- round make`. */
export function makeRound(call: Call<typeof contract.makeRound>) {
  const { stage, names, opens, closes, jury, readings, weight, shows_earlier } = call.body;
  const { feedback, band, discussion } = call.body;
  const given = {
    ...{ stage, names, readings, weight, jury: [...new Set(jury)] },
    ...{ opensAt: romeMidnight(opens), closesAt: romeDayEnd(closes) },
    ...{ showsEarlier: shows_earlier, isPublic: call.body.public },
    ...{ feedback, band, discussion },
  };
  return runRoundAction(contract.makeRound, call, {
    change: (db, year, context) => make(db, year, given, context),
    says: madeEffects,
  });
}

/**
 * Copies the rounds of another edition to this edition, for stages that have no round here, like `npm run evaluation --
 * round copy`.
 */
export function copyRounds(call: Call<typeof contract.copyRounds>) {
  return runRoundAction(contract.copyRounds, call, {
    change: (db, year, context) => copy(db, year, call.body.from, context),
    says: async (db, { before, after }) => {
      const made = after.filter((one) => before.every(({ number }) => number !== one.number));
      const each = await Promise.all(
        made.map(async (round) => ({
          ...{ name: "round_copied", count: (await countClosed(db, round)).all },
          facts: { stage: round.stage, ...datesOf(round) },
        })),
      );
      return [...(await firstEffect(db, before, after)), ...each];
    },
    count: ({ before, after }) =>
      after.filter((one) => one.number > 1 && before.every(({ number }) => number !== one.number))
        .length,
  });
}

/** Changes a round, like `npm run evaluation -- round change`. */
export function changeRound(call: Call<typeof contract.changeRound>) {
  const { names, readings, weight, shows_earlier: showsEarlier, feedback, band } = call.body;
  const { discussion } = call.body;
  const terms = {
    ...(names && { names }),
    ...(readings !== undefined && { readings }),
    ...(weight !== undefined && { weight }),
    ...(showsEarlier !== undefined && { showsEarlier }),
    ...(call.body.public !== undefined && { isPublic: call.body.public }),
    ...(feedback !== undefined && { feedback }),
    ...(band !== undefined && { band }),
    ...(discussion !== undefined && { discussion }),
  };
  return runRoundAction(contract.changeRound, call, {
    change: (db, year, context) => change(db, year, numberOf(call.params), terms, context),
    says: async (db, { round, before }) => {
      const { all } = await countClosed(db, round);
      const was = before.find(({ number }) => number === round.number) ?? round;
      return [
        { name: "round_jury", count: all },
        ...termEffects(was, round),
        ...some(feedbackEffects(was, round, all)),
      ];
    },
  });
}

/** Moves the dates of a round, like `npm run evaluation -- round date`. */
export function setRoundDates(call: Call<typeof contract.setRoundDates>) {
  const { opens, closes } = call.body;
  const dates = {
    ...(opens !== undefined && { opensAt: romeMidnight(opens) }),
    ...(closes !== undefined && { closesAt: romeDayEnd(closes) }),
  };
  return runRoundAction(contract.setRoundDates, call, {
    change: (db, year, context) => setDates(db, year, numberOf(call.params), dates, context),
    says: async (db, { round }) => [
      { name: "round_dates", count: (await countClosed(db, round)).all, facts: datesOf(round) },
    ],
  });
}

/** Sets the jury of a round, like `npm run evaluation -- round jury`. */
export function setRoundJury(call: Call<typeof contract.setRoundJury>) {
  const jury = [...new Set(call.body.jury)];
  return runRoundAction(contract.setRoundJury, call, {
    change: (db, year, context) => setJury(db, year, numberOf(call.params), jury, context),
    seats: true,
    says: async (db, { round, after, seated }) => {
      const joins = jury.filter((id) => !seated.includes(id));
      const leaves = seated.filter((id) => !jury.includes(id));
      // The evaluations of a person who has closed keep counting after that person leaves the jury.
      const closed = db
        .select({ id: evaluationRecords.evaluatorId })
        .from(evaluationRecords)
        .where(closedIn(round));
      const leftOpen = and(
        givenIn(round),
        isNull(evaluations.recusal),
        inArray(evaluations.evaluatorId, leaves),
        notInArray(evaluations.evaluatorId, closed),
      );
      return some([
        { name: "round_joins", count: joins.length },
        { name: "round_leaves", count: leaves.length },
        { name: "round_void", count: leaves.length ? await db.$count(evaluations, leftOpen) : 0 },
        await earlierEffect(db, round, after, joins),
      ]);
    },
  });
}

/** Closes a round, like `npm run evaluation -- round close`. */
export function closeRound(call: Call<typeof contract.closeRound>) {
  return runRoundAction(contract.closeRound, call, {
    change: (db, year, context) => close(db, year, numberOf(call.params), context),
    says: async (db, { round }) => {
      const { all, closed } = await countClosed(db, round);
      return [
        { name: "round_closes", count: closed },
        { name: "round_open_sheets", count: all - closed },
        { name: "round_short", count: await projectsBelow(db, round) },
      ];
    },
  });
}

/** Undoes the closing of a round, like `npm run evaluation -- round reopen`. */
export function reopenRound(call: Call<typeof contract.reopenRound>) {
  return runRoundAction(contract.reopenRound, call, {
    change: (db, year, context) => reopen(db, year, numberOf(call.params), context),
    says: async (db, { round }) => {
      const { all, closed } = await countClosed(db, round);
      return [{ name: "round_reopened", count: all - closed }];
    },
  });
}

/**
 * Repeats a round other than the first with new dates and another jury, like `npm run evaluation -- round again`. The
 * new round decides the stage, and staff can still read the former round.
 */
export function repeatRound(call: Call<typeof contract.repeatRound>) {
  const { opens, closes, jury } = call.body;
  const number = numberOf(call.params);
  const given = {
    ...{ opensAt: romeMidnight(opens), closesAt: romeDayEnd(closes) },
    jury: [...new Set(jury)],
  };
  return runRoundAction(contract.repeatRound, call, {
    change: (db, year, context) => repeat(db, year, number, given, context),
    says: async (db, result) => {
      const former = result.after.find((one) => one.number === number);
      const closed = former ? (await countClosed(db, former)).closed : 0;
      return [{ name: "round_replaced", count: closed }, ...(await madeEffects(db, result))];
    },
  });
}

/** Removes a round that has not opened, like `npm run evaluation -- round remove`. */
export function removeRound(call: Call<typeof contract.removeRound>) {
  return runRoundAction(contract.removeRound, call, {
    change: (db, year, context) => remove(db, year, numberOf(call.params), context),
    says: async (_, { after }) => [
      { name: "round_removed", count: 1 },
      ...(after.some(isStored) ? [] : [{ name: "round_none_left", count: 1 }]),
    ],
  });
}

type Result = {
  /**
   * The round that the action changes. `before` and `after` contain all rounds of the edition before and after the
   * action.
   */
  round: Round;
  before: readonly Round[];
  after: readonly Round[];
  /** Ids of the evaluators on the round's jury before the action. Empty for actions that do not need these ids. */
  seated: readonly string[];
};
type RoundCall = Parameters<typeof executeAction>[1] & {
  params: { year: string; number?: string };
};

/** Executes or previews an action on a round. Shows the action's own effects first, then the effects on the edition. */
function runRoundAction(
  endpoint: Pick<Endpoint, "name" | "confirm">,
  call: RoundCall,
  {
    change,
    says,
    seats = false,
    count = () => 1,
  }: {
    change: (db: Database, year: number, context: ActionContext) => Promise<Round>;
    says: (db: Database, result: Result) => Promise<Effect[]>;
    seats?: boolean;
    count?: (result: Result) => number;
  },
) {
  const year = yearOf(call.params);
  return executeAction(endpoint, call, async (db, context): Promise<Outcome> => {
    const edition = await editionOf(db, year, context.now);
    const before = await readRounds(db, edition);
    const known = before.find((one) => String(one.number) === call.params.number);
    const seated = known && seats ? await jurorsOf(db, known) : [];
    let round: Round | undefined;
    const { effects, touched } = await effectsOf(
      ...([db, year, context.now] as const),
      async () => {
        round = await change(db, year, context);
        return round.edition;
      },
      call.config.GRACE_MINUTES,
    );
    if (!round) throw new Error("an action without a round");
    const result = { round, before, after: await readRounds(db, edition), seated };
    const own = await says(db, result);
    return {
      count: count(result),
      // The preview's hash includes the rounds before the action. If another staff member has changed a round since the
      // preview, the hash differs and the action does not run.
      to: [...touched, JSON.stringify(before.map(({ edition: _, ...one }) => one)), ...seated],
      effects: [...own, ...told(effects, [])],
    };
  });
}

function numberOf({ number }: { number: string }): number {
  return /^[1-9]\d?$/.test(number) ? Number(number) : fail("not_found");
}

const some = (effects: readonly Effect[]) => effects.filter(({ count }) => count > 0);

async function madeEffects(db: Database, { round, before, after }: Result): Promise<Effect[]> {
  const jury = await jurorsOf(db, round);
  return [
    ...(await firstEffect(db, before, after)),
    { name: "round_dates", count: jury.length, facts: datesOf(round) },
    { name: "round_projects", count: await db.$count(submissions, readIn(round)) },
    ...some([await earlierEffect(db, round, after, jury)]),
    ...termEffects(NEW_TERMS, round),
    ...some(feedbackEffects({ feedback: false, band: false }, round, jury.length)),
  ];
}

/**
 * Returns a line for the action's preview if the action stores the edition's first round. From then on, this round has its
 * own list of evaluators.
 */
async function firstEffect(db: Database, before: readonly Round[], after: readonly Round[]) {
  const first = after.find(({ number }) => number === 1);
  if (!first || before.some(isStored)) return [];
  return [{ name: "round_first", count: (await jurorsOf(db, first)).length }];
}

async function jurorsOf(db: Executor, round: Round): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(evaluatorsOf(round));
  return rows.map(({ id }) => id);
}

type Terms = Pick<
  Round,
  "edition" | "readings" | "weight" | "showsEarlier" | "isPublic" | "discussion"
>;
/** Initial settings of a new round, with which the preview compares the settings that staff have chosen. */
const NEW_TERMS = {
  ...{ readings: null, weight: null, showsEarlier: false, isPublic: false, discussion: false },
} satisfies Omit<Terms, "edition">;

/** Returns effects for the preview of a round's changed settings. Omits the round's dates, jury, and feedback. */
function termEffects(was: Omit<Terms, "edition">, is: Terms): Effect[] {
  const [before, wanted] = [was, is].map(({ readings }) => readings ?? is.edition.readings);
  return [
    ...(before === wanted
      ? []
      : [{ name: "readings_wanted", count: wanted ?? 0, facts: { before: String(before) } }]),
    ...(was.weight === is.weight ? [] : [weightEffect(is.weight)]),
    ...switched(was.showsEarlier, is.showsEarlier, "round_shows_earlier", "round_hides_earlier"),
    ...switched(was.isPublic, is.isPublic, "round_public", "round_not_public"),
    ...switched(was.discussion, is.discussion, "round_discusses", "round_not_discussed"),
  ];
}

const weightEffect = (weight: number | null): Effect =>
  weight === null
    ? { name: "round_alone", count: 1 }
    : { name: "round_weight", count: weight, facts: { rest: String(100 - weight) } };

const switched = (was: boolean, is: boolean, on: string, off: string): Effect[] =>
  was === is ? [] : [{ name: is ? on : off, count: 1 }];

/** Maximum number of people that an effect names. */
const NAMED = 12;

/**
 * Returns an effect with the people who closed their evaluation in an earlier round and could therefore already read
 * that round's ranking.
 */
async function earlierEffect(
  db: Executor,
  round: Round,
  all: readonly Round[],
  people: readonly string[],
): Promise<Effect> {
  const readers = await couldReadEarlier(db, round, all, people);
  const rows = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, readers))
    .orderBy(users.lastName, users.firstName)
    .limit(NAMED);
  const names = rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  if (readers.length > names.length) names.push("…");
  return { name: "round_earlier", count: readers.length, facts: { names: names.join(", ") } };
}

/** Returns the ids of the people who closed their evaluation in an earlier round. */
async function couldReadEarlier(
  db: Executor,
  round: Round,
  all: readonly Round[],
  people: readonly string[],
): Promise<string[]> {
  if (people.length === 0 || round.showsEarlier) return [];
  const earlier = all.slice(
    0,
    all.findIndex(({ number }) => number === round.number),
  );
  const readers = new Set<string>();
  for (const one of earlier) {
    const rows = await db
      .select({ id: evaluationRecords.evaluatorId })
      .from(evaluationRecords)
      .where(and(closedIn(one), inArray(evaluationRecords.evaluatorId, [...people])));
    for (const { id } of rows) readers.add(id);
  }
  return [...readers];
}
