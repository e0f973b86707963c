import { romeTime } from "@/contract/deadline";
import { reopenEvaluation, verifyRecords } from "../../evaluations/close/verify-record";
import { columns } from "../run/columns";
import { readCount, readEmail, readYear } from "../run/read";
import { type Command, CommandError, explained } from "../run/verb";
import { SELECTION_HELP, SELECTION_VERBS } from "./funnel";
import { ROUND_VERBS } from "./rounds";

const HEAD = ["YEAR", "ROUND", "CLOSED (ROME)", "WEIGHTS", "SHA-256", "RECORD", "STATE", "REASON"];

export const EVALUATION: Command = {
  name: "evaluation",
  says: "closed evaluations, rounds, and the selection (funnel)",
  more: SELECTION_HELP,
  verbs: [
    {
      name: "verify",
      args: ["EMAIL", "[YEAR]"],
      says: "recalculates the fingerprints of an evaluator's closed evaluations",
      run: async ({ db, arg, print }) => {
        const email = readEmail(arg(0));
        const year = arg(1) === undefined ? undefined : readYear(arg(1));
        const records = await verifyRecords(db, email, year);
        if (records.length === 0) throw new CommandError(`${email} has closed no evaluation.`);
        const rows = records.map((record) => [
          String(record.year),
          String(record.round),
          romeTime(record.closedAt),
          record.weights,
          record.sha256,
          record.intact ? "intact" : "CHANGED",
          record.reopenedAt ? `reopened ${romeTime(record.reopenedAt)}` : "in force",
          record.reopenedReason ?? "",
        ]);
        columns([HEAD, ...rows]).forEach(print);
        const changed = records.filter(({ intact }) => !intact).length;
        if (changed > 0) {
          throw new CommandError(`${changed} of ${records.length} records have been changed.`);
        }
      },
    },
    {
      name: "reopen",
      args: ["EMAIL", "YEAR"],
      says: "reopens an evaluator's closed evaluation; its record stays",
      more: "The evaluator gets an email with the reason.",
      options: { round: { value: "N", says: "the round; missing: the first one" } },
      change: async ({ db, arg, option, act: context }) => {
        const [email, year] = [readEmail(arg(0)), readYear(arg(1))];
        const round = option("round") === undefined ? 1 : readCount(option("round"), "--round");
        const of = { email, year, round };
        if (!(await explained(() => reopenEvaluation(db, of, context)))) {
          throw new CommandError(`${email} has no closed evaluation in round ${round} of ${year}.`);
        }
        return {
          lines: [`The evaluation of ${email} in round ${round} of ${year} is open again.`],
          notes: ["Until it is closed again, its scores are not in the ranking."],
        };
      },
    },
    ...ROUND_VERBS,
    ...SELECTION_VERBS,
  ],
};
