import { romeDayEnd, romeMidnight, romeTime } from "@/contract/deadline";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { LANGUAGES, perLanguage } from "@/contract/languages";
import { ROUND_NUMBERS } from "@/contract/staff/rounds";
import type { Database } from "../../db/connect";
import { definedOnly } from "../../editions/edition-figures";
import { type Round, readRounds } from "../../editions/rounds";
import { countClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { isStored } from "../../evaluations/own-rounds";
import {
  changeRound,
  closeRound,
  copyRounds,
  makeRound,
  removeRound,
  reopenRound,
  repeatRound,
  setJury,
  setRoundDates,
} from "../../evaluations/rounds/administer-rounds";
import { openingObstacles } from "../../evaluations/rounds/open-rounds";
import { untilWords } from "../../scheduling/say-dates";
import { FEEDBACK_OPTIONS, readFeedback } from "../edition/feedback-options";
import { columns } from "../run/columns";
import {
  readCount,
  readDay,
  readEmail,
  readOne,
  readWhole,
  readWith,
  readYear,
  readYes,
} from "../run/read";
import {
  type Change,
  CommandError,
  explained,
  type Option,
  type Tools,
  type Verb,
} from "../run/verb";
import { knownAccount } from "./known-account";

const HEAD = ["ROUND", "STAGE", "NAME", "OPENS (ROME)", "CLOSES (ROME)", "JURY", "CLOSED", "STATE"];

/** Options for creating or changing an evaluation round. */
const TERMS = {
  ...(Object.fromEntries(
    LANGUAGES.map((language) => [
      `name-${language}`,
      { value: "TEXT", says: `the round's name in ${language}` },
    ]),
  ) as Record<string, Option>),
  readings: { value: "N", says: "wanted readings per project; missing: the edition's figure" },
  weight: { value: "PERCENT", says: "this round's share of the value; missing: it decides alone" },
  public: { value: "yes|no", says: "whether public pages and applicants see its days" },
  "shows-earlier": { value: "yes|no", says: "whether its jury sees results of earlier rounds" },
  ...FEEDBACK_OPTIONS,
} satisfies Record<string, Option>;
const JURY: Option = { value: "EMAILS", says: "evaluators, separated by commas", needed: true };

export const ROUND_VERBS: readonly Verb[] = [
  {
    name: "round list",
    args: ["YEAR"],
    says: "the rounds of an edition, their juries, and what prevents one from opening",
    run: async ({ db, arg, now, print }) => {
      const all = await readRounds(db, await editionOf(db, readYear(arg(0)), now));
      if (!all.some(isStored)) return print("One reading: every evaluator reads all projects.");
      const rows = await Promise.all(all.map((round) => rowOf(db, round)));
      columns([HEAD, ...rows]).forEach(print);
    },
  },
  {
    name: "round make",
    args: ["YEAR", "STAGE"],
    says: "makes a round that reads the projects selected before a stage",
    options: {
      from: { value: "DAY", says: "its first day", needed: true },
      until: { value: "DAY", says: "its last day, included", needed: true },
      jury: JURY,
      ...TERMS,
    },
    change: (tools) =>
      roundChange(tools, async ({ db, arg, option, act }) => {
        const stage = readOne(STAGE_IDS, arg(1), "STAGE");
        const names = perLanguage((language) => {
          const name = option(`name-${language}`);
          if (name === undefined) throw new CommandError(`--name-${language} is missing.`);
          return name;
        });
        const given = {
          ...{ stage, names, jury: await readJury(tools) },
          ...{ readings: null, weight: null, showsEarlier: false, isPublic: false },
          ...readTerms(tools),
          opensAt: romeMidnight(readDay(option("from"), "--from")),
          closesAt: romeDayEnd(readDay(option("until"), "--until")),
        };
        return makeRound(db, readYear(arg(0)), given, act);
      }),
  },
  {
    name: "round copy",
    args: ["YEAR", "FROM_YEAR"],
    says: "makes the later rounds of another edition: the same days and evaluators",
    change: (tools) =>
      roundChange(tools, ({ db, arg, act }) =>
        copyRounds(db, readYear(arg(0)), readYear(arg(1)), act),
      ),
  },
  {
    name: "round change",
    args: ["YEAR", "ROUND"],
    says: "changes a round's names, readings, weight, and what it shows and asks",
    options: TERMS,
    more: `--readings none: the edition's figure. --weight none: the round decides alone.
Feedback and discussion of the first round: npm run edition -- figures.`,
    change: (tools) =>
      roundChange(tools, async ({ db, act, year, number, option }) => {
        const [known] = (await readRounds(db, await editionOf(db, year, tools.now))).filter(
          (one) => one.number === number,
        );
        const names = perLanguage(
          (language) => option(`name-${language}`) ?? known?.names?.[language] ?? "",
        );
        return changeRound(db, year, number, { ...readTerms(tools), names }, act);
      }),
  },
  {
    name: "round date",
    args: ["YEAR", "ROUND"],
    says: "moves the days of a later round; the first round has the edition's",
    options: {
      from: { value: "DAY", says: "its first day" },
      until: { value: "DAY", says: "its last day, included" },
    },
    change: (tools) =>
      roundChange(tools, ({ db, act, year, number, option }) => {
        const [from, until] = [option("from"), option("until")];
        const dates = {
          ...(from !== undefined && { opensAt: romeMidnight(readDay(from, "--from")) }),
          ...(until !== undefined && { closesAt: romeDayEnd(readDay(until, "--until")) }),
        };
        return setRoundDates(db, year, number, dates, act);
      }),
  },
  {
    name: "round jury",
    args: ["YEAR", "ROUND"],
    says: "sets the jury of a round",
    options: { jury: JURY },
    change: (tools) =>
      roundChange(tools, async ({ db, act, year, number }) =>
        setJury(db, year, number, await readJury(tools), act),
      ),
  },
  {
    name: "round again",
    args: ["YEAR", "ROUND"],
    says: "runs a later round again: a new round decides its stage",
    options: {
      from: { value: "DAY", says: "its first day", needed: true },
      until: { value: "DAY", says: "its last day, included", needed: true },
      jury: JURY,
    },
    more: "Staff can still read the former round. After a release that the round decided, nothing is run again.",
    change: (tools) =>
      roundChange(tools, async ({ db, act, year, number, option }) => {
        const given = {
          opensAt: romeMidnight(readDay(option("from"), "--from")),
          closesAt: romeDayEnd(readDay(option("until"), "--until")),
          jury: await readJury(tools),
        };
        return repeatRound(db, year, number, given, act);
      }),
  },
  ...(
    [
      ["close", "closes a round: its scores are final once the next round opens", closeRound],
      ["reopen", "undoes the closing of a round, until the next one opens", reopenRound],
      ["remove", "removes a round that has not opened", removeRound],
    ] as const
  ).map(
    ([name, says, change]): Verb => ({
      name: `round ${name}`,
      args: ["YEAR", "ROUND"],
      says,
      change: (tools) =>
        roundChange(tools, ({ db, act, year, number }) => change(db, year, number, act)),
    }),
  ),
];

type Changing = Parameters<Extract<Verb, { change: unknown }>["change"]>[0];

/** Runs a change of an evaluation round. Describes all rounds of the edition afterwards. */
async function roundChange(
  tools: Changing,
  change: (tools: Changing & { year: number; number: number }) => Promise<Round>,
): Promise<Change> {
  const year = readYear(tools.arg(0));
  const asked = {
    ...tools,
    year,
    get number() {
      return readCount(tools.arg(1), "ROUND");
    },
  };
  const { edition } = await explained(() => change(asked));
  const all = await readRounds(tools.db, edition);
  if (!all.some(isStored)) return { lines: [`Edition ${year} has one reading again.`] };
  const rows = await Promise.all(all.map((round) => rowOf(tools.db, round)));
  return { lines: columns([HEAD, ...rows]) };
}

async function rowOf(db: Database, round: Round): Promise<string[]> {
  const { number, stage, names, opensAt, closesAt, closedAt, openedAt } = round;
  const { all, closed } = await countClosed(db, round);
  const obstacles = number === 1 || openedAt ? [] : await openingObstacles(db, round);
  const state = round.replacedBy
    ? `run again as ${round.replacedBy}`
    : closedAt
      ? `closed ${romeTime(closedAt)}`
      : openedAt
        ? `opened ${romeTime(openedAt)}`
        : obstacles.join(", ").replaceAll("_", " ");
  const until = closesAt ? untilWords(closesAt) : "no end";
  const name = LANGUAGES.flatMap((language) => names?.[language] ?? []).join(" / ");
  const opens = opensAt ? romeTime(opensAt) : "–";
  return [String(number), stage, name, opens, until, String(all), String(closed), state || "–"];
}

function readTerms({ option }: Pick<Tools, "option">) {
  const number = (name: keyof typeof ROUND_NUMBERS) => {
    const text = option(name);
    if (text === undefined) return {};
    const given = text === "none" ? null : readWhole(text, `--${name}`);
    return { [name]: readWith(ROUND_NUMBERS[name], given, `--${name}`) };
  };
  const switches = {
    showsEarlier: readYes(option("shows-earlier"), "--shows-earlier"),
    isPublic: readYes(option("public"), "--public"),
    ...readFeedback(option),
  };
  return {
    ...(number("readings") as { readings?: number | null }),
    ...(number("weight") as { weight?: number | null }),
    ...definedOnly(switches),
  };
}

async function readJury({ db, option }: Pick<Tools, "db" | "option">): Promise<string[]> {
  const emails = (option("jury") ?? "").split(",").filter((one) => one.trim() !== "");
  const people = await Promise.all(emails.map((one) => knownAccount(db, readEmail(one.trim()))));
  return people.map(({ id }) => id);
}
