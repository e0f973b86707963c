import { readFile } from "node:fs/promises";
import { DECISION_OUTCOMES, STAGE_IDS } from "@/contract/evaluation/funnel";
import {
  filledDetails,
  isPastDay,
  missingTranslations,
  type ReleaseDetails,
  releaseDetailsSchema,
} from "@/contract/evaluation/release-details";
import { LANGUAGES } from "@/contract/languages";
import { RuleViolation } from "../../audit-log/rule-violation";
import { graceOf } from "../../editions/edition";
import { editionOf } from "../../evaluations/edition";
import { describeLog, describeSelection } from "../../selection/describe";
import type { SelectionPreview } from "../../selection/plan";
import { release } from "../../selection/release";
import { applyCorrection, applyUndo } from "../../selection/revise";
import { applySelection } from "../../selection/select";
import { readReceiptList } from "../evaluation/receipt-list";
import { columns } from "../run/columns";
import { readCount, readOne, readYear } from "../run/read";
import {
  type Change,
  type Command,
  CommandError,
  type Option,
  type Tools,
  UsageError,
  type Verb,
} from "../run/verb";

export const SELECTION_HELP = `STAGE: ${STAGE_IDS.join(", ")}. RECEIPT: a receipt's number, such as 2026-000123.
Only staff see a decision before "funnel release".`;

const CSV: Option = { value: "FILE", says: "receipt numbers, one per line or in a table's column" };
const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language" });
/** Returns one command option for each language, with a text in that language. */
const inEachLanguage = (name: string, says: string): Record<string, Option> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      `${name}-${language}`,
      { value: "TEXT", says: `${says}, in ${LANGUAGE_NAMES.of(language)}` },
    ]),
  );
/** The command option for each detail of a release, such as `--where-it` for `where_it`. */
const DETAILS: Record<string, Option> = {
  ...inEachLanguage("where", "place for the selected projects"),
  when: { value: "DAY", says: "day, as 2027-12-01, or day and time in Rome, as 2027-12-01T18:00" },
  ...inEachLanguage("sentence", "one more sentence for the selected projects"),
};
const TARGET = ["YEAR", "STAGE", "[RECEIPT…]"];

type ChangeContext = Parameters<Extract<Verb, { change: unknown }>["change"]>[0];

export const SELECTION_VERBS: Command["verbs"] = [
  {
    name: "funnel show",
    args: ["YEAR"],
    says: "the number of decisions per stage, unreleased and released",
    run: async (tools) =>
      columns(await describeSelection(tools.db, await edition(tools))).forEach(tools.print),
  },
  {
    name: "funnel log",
    args: ["YEAR"],
    says: "every action of the selection: when, who, why, which receipts",
    run: async (tools) =>
      columns(await describeLog(tools.db, (await edition(tools)).id)).forEach(tools.print),
  },
  {
    name: "funnel select",
    args: TARGET,
    says: "selects projects for a stage by receipt, list or ranking",
    options: {
      csv: CSV,
      top: { value: "N", says: "the first N of the calibrated ranking that can be selected" },
      ties: {
        value: "in|out",
        says: "whether to select or leave out projects that tie for place N",
      },
      out: { says: "leaves the named projects out instead; release informs them with the others" },
    },
    refusable: true,
    change: (tools) => {
      const { db, option, act: context } = tools;
      return selectionChange(async () => {
        const { stage, names } = await target(tools);
        const top = option("top");
        const ties = option("ties");
        const pick =
          top === undefined
            ? { names, scored: option("csv") !== undefined }
            : {
                top: readCount(top, "--top"),
                ties: ties === undefined ? null : readOne(["in", "out"], ties, "--ties"),
              };
        const outcome = tools.flag("out") ? ("not_selected" as const) : ("selected" as const);
        const one = await edition(tools);
        const graceMinutes = graceOf(one, tools.config);
        const selection = { edition: one, stage, pick, outcome, graceMinutes };
        return applySelection(db, selection, context, true);
      });
    },
  },
  {
    name: "funnel undo",
    args: TARGET,
    says: "undoes decisions that are not released",
    options: { csv: CSV, all: { says: "all unreleased decisions of the stage" } },
    refusable: true,
    change: (tools) =>
      selectionChange(async () => {
        const { stage, names } = await target(tools);
        const undoing = { stage, names: tools.flag("all") ? ("all" as const) : names };
        return applyUndo(tools.db, { edition: await edition(tools), ...undoing }, tools.act, true);
      }),
  },
  {
    name: "funnel correct",
    args: TARGET,
    says: "corrects released decisions; only staff see the correction until it is released",
    options: {
      csv: CSV,
      outcome: {
        value: DECISION_OUTCOMES.join("|"),
        says: "the correct outcome",
        needed: true,
      },
    },
    refusable: true,
    change: (tools) =>
      selectionChange(async () => {
        const outcome = readOne(DECISION_OUTCOMES, tools.option("outcome"), "--outcome");
        const correction = { edition: await edition(tools), ...(await target(tools)), outcome };
        return applyCorrection(tools.db, correction, tools.act, true);
      }),
  },
  {
    name: "funnel release",
    args: ["YEAR", "STAGE"],
    says: "releases one stage: timelines, accounts, emails",
    options: DETAILS,
    more: "--show-mails prints the emails before they are sent; --test-to sends one of each to an address.",
    refusable: true,
    two: "release",
    change: (tools) =>
      selectionChange(async () => {
        const stage = readOne(STAGE_IDS, tools.arg(1), "STAGE");
        const one = await edition(tools);
        const given = { override: true, graceMinutes: graceOf(one, tools.config) };
        const details = readDetails(tools);
        return release(tools.db, one, [stage], tools.act, { ...given, details });
      }),
  },
];

async function edition({ db, arg, now }: Tools) {
  const year = readYear(arg(0));
  return editionOf(db, year, now).catch(() => {
    throw new CommandError(`There is no edition ${year}.`);
  });
}

/**
 * Reads the options about a release of decisions: place and time of the event that the release announces, and an
 * additional sentence for the selected projects. The place and the sentence are required in every language or in none
 * (rule staff.release-details).
 */
function readDetails({ option, now }: ChangeContext): ReleaseDetails {
  const given = Object.keys(DETAILS).map((name) => [name.replace("-", "_"), option(name)] as const);
  const { success, data, error } = releaseDetailsSchema.safeParse(Object.fromEntries(given));
  const shown = (field: PropertyKey | undefined) => `--${String(field).replace("_", "-")}`;
  if (!success) throw new UsageError(`${shown(error.issues[0]?.path[0])} is not valid.`);
  const [missing] = missingTranslations(data);
  if (missing) throw new UsageError(`${shown(missing)} is missing: the text needs every language.`);
  if (isPastDay(data, now)) throw new UsageError("--when is in the past.");
  return filledDetails(data);
}

async function target({ arg, rest, option }: ChangeContext) {
  const file = option("csv");
  return {
    stage: readOne(STAGE_IDS, arg(1), "STAGE"),
    names: [...rest(2), ...(file === undefined ? [] : readReceiptList(await read(file)))],
  };
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

/**
 * Converts a preview of the selection to the change of a command. Blockers in the preview stop the command, unless its
 * user adds `--anyway`.
 */
async function selectionChange(apply: () => Promise<SelectionPreview>): Promise<Change> {
  try {
    const { rows, blocked, warnings } = await apply();
    return { lines: describePreview(rows), notes: warnings, against: blocked };
  } catch (error) {
    if (error instanceof RuleViolation) throw new CommandError(error.message);
    throw error;
  }
}

const HEAD = [
  "RECEIPT",
  "PROJECT",
  "RANK",
  "SCORE",
  "STAGE",
  "ACTION",
  "OUTCOME",
  "AGAINST THE RULES",
];

function describePreview(rows: SelectionPreview["rows"]): string[] {
  const lines = rows.map(({ candidate, stage, action, outcome, problem }) => [
    candidate.number,
    candidate.nome.slice(0, 40),
    candidate.calibratedRank === null ? "–" : String(candidate.calibratedRank),
    candidate.calibrated === null ? "–" : candidate.calibrated.toFixed(1),
    stage,
    action === "keep" ? "no change" : action,
    outcome,
    problem ?? "",
  ]);
  const totals = Map.groupBy(rows, ({ stage, outcome, action }) => `${action} ${stage} ${outcome}`);
  return [
    ...columns([HEAD, ...lines]),
    ...[...totals].map(([what, own]) => `${own.length} × ${what}`),
  ];
}
