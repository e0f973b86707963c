import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { DECISION_OUTCOMES, FUNNEL_STAGE_IDS } from "@/contract/evaluation/funnel";
import { requiredLine, TEXT_MAX } from "@/contract/fields";
import type { Database } from "../../db/connect";
import { editionOf } from "../../evaluations/edition";
import { FunnelError } from "../../selection/candidates";
import { describeFunnel, describeLog } from "../../selection/describe";
import type { Act, Plan } from "../../selection/plan";
import { planRelease, release } from "../../selection/release";
import { applyCorrection, applyUndo, planCorrection, planUndo } from "../../selection/revise";
import { applySelection, planSelection } from "../../selection/select";
import { CommandError, columns, UsageError } from "../run-command";
import { ListError, readReceiptList } from "./receipt-list";

export const FUNNEL_USAGE = `npm run evaluation -- funnel show YEAR | log YEAR
  funnel select YEAR STAGE RECEIPT… | --csv FILE | --top N [--ties in|out]
  funnel undo YEAR STAGE RECEIPT… | --csv FILE | --all
  funnel correct YEAR STAGE RECEIPT… | --csv FILE --outcome ${DECISION_OUTCOMES.join("|")}
  funnel release YEAR
STAGE: ${FUNNEL_STAGE_IDS.join(" ")}
Every change is shown first; it is made with --apply --by NAME --reason TEXT. --override goes past the
rules on purpose, and is kept with the decision. Nobody learns of a decision before "release".`;

const OPTIONS = {
  csv: { type: "string" },
  top: { type: "string" },
  ties: { type: "string" },
  all: { type: "boolean" },
  outcome: { type: "string" },
  apply: { type: "boolean" },
  override: { type: "boolean" },
  by: { type: "string" },
  reason: { type: "string" },
} as const;

type Print = (line: string) => void;

/** `npm run evaluation -- funnel …`: a preview, or with --apply the change itself. */
export async function runFunnel(db: Database, args: string[], print: Print): Promise<void> {
  const { positionals, values } = readArguments(args);
  const [verb, yearText, ...rest] = positionals;
  const year = parse(z.coerce.number().int().min(2000).max(2999), yearText, "YEAR");
  const now = new Date();
  try {
    const edition = await editionOf(db, year, now).catch(() => {
      throw new CommandError(`There is no edition ${year}.`);
    });
    switch (verb) {
      case "show":
        return columns(await describeFunnel(db, edition.id)).forEach(print);
      case "log":
        return columns(await describeLog(db, edition.id)).forEach(print);
      case "select": {
        const { stage, names } = await target();
        const pick = values.top === undefined ? { names } : { top: count(), ties: ties() };
        const selection = { edition, stage, pick };
        return carryOut(
          () => planSelection(db, { ...selection, now }),
          (act) => applySelection(db, selection, act, values.override ?? false),
        );
      }
      case "undo": {
        const { stage, names } = await target();
        const undoing = { edition, stage, names: values.all ? ("all" as const) : names };
        return carryOut(
          () => planUndo(db, undoing),
          (act) => applyUndo(db, undoing, act, values.override ?? false),
        );
      }
      case "correct": {
        const outcome = parse(z.enum(DECISION_OUTCOMES), values.outcome, "--outcome");
        const correction = { edition, ...(await target()), outcome };
        return carryOut(
          () => planCorrection(db, correction),
          (act) => applyCorrection(db, correction, act, values.override ?? false),
        );
      }
      case "release":
        if (rest.length > 0) throw new UsageError("Everything is released together.");
        return carryOut(
          () => planRelease(db, edition),
          (act) => release(db, edition, act, values.override ?? false),
        );
      default:
        throw new UsageError(verb ? `"funnel ${verb}" is no command.` : "No command given.");
    }
  } catch (error) {
    if (error instanceof FunnelError || error instanceof ListError)
      throw new CommandError(error.message);
    throw error;
  }

  async function target() {
    const [stage, ...receipts] = rest;
    const listed = values.csv === undefined ? [] : readReceiptList(await read(values.csv));
    return {
      stage: parse(z.enum(FUNNEL_STAGE_IDS), stage, "STAGE"),
      names: [...receipts, ...listed],
    };
  }

  function count(): number {
    return parse(z.coerce.number().int().min(1).max(10_000), values.top, "--top");
  }

  function ties() {
    return parse(z.enum(["in", "out"]).nullable(), values.ties ?? null, "--ties");
  }

  async function carryOut(
    preview: () => Promise<Plan>,
    apply: (act: Act) => Promise<Plan>,
  ): Promise<void> {
    if (!values.apply) {
      showPlan(await preview(), print);
      print("Nothing was changed: this is what --apply --by NAME --reason TEXT would do.");
      return;
    }
    const reason = parse(requiredLine(TEXT_MAX), values.reason, "--reason");
    showPlan(await apply({ actor: values.by?.trim() || userInfo().username, reason, now }), print);
    print(
      verb === "release" ? "Released: timelines are written, mails are on their way." : "Done.",
    );
  }
}

function showPlan({ rows, blocked, warnings }: Plan, print: Print): void {
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
  const head = [
    "RECEIPT",
    "PROJECT",
    "RANK",
    "SCORE",
    "STAGE",
    "ACT",
    "OUTCOME",
    "AGAINST THE RULES",
  ];
  columns([head, ...lines]).forEach(print);
  const totals = [
    ...Map.groupBy(rows, ({ stage, outcome, action }) => `${action} ${stage} ${outcome}`),
  ];
  for (const [what, own] of totals) print(`${own.length} × ${what}`);
  for (const warning of warnings) print(`Note: ${warning}`);
  for (const reason of blocked) print(`Against the rules (--override goes past them): ${reason}`);
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new UsageError(`${name} is missing or wrong: ${value ?? "nothing"}`);
  return result.data;
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
