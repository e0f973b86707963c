import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { AFTER_SENDING } from "@/contract/project/project-schemas";
import { EDITION_DATES } from "@/contract/staff/editions";
import { verifyAuditLog } from "../../audit-log/verify-entries";
import {
  cloneEdition,
  closeEdition,
  openEdition,
  removeEdition,
  setAfterSending,
  setDate,
  setFigures,
} from "../../editions/administer-editions";
import {
  countDrafts,
  describeEdition,
  describeEditions,
  describeLog,
} from "../../editions/describe-editions";
import type { Edition } from "../../editions/edition";
import { definedOnly, type GivenFigures } from "../../editions/edition-figures";
import { extendDeadline, revokeExtension } from "../../project/extend-deadline";
import { restoreFor } from "../../project/withdraw-project";
import { untilWords } from "../../scheduling/say-dates";
import { effectsOf } from "../../staff/editions/effects";
import { MOMENTS, seedScenario } from "../demo/scenario";
import { FEEDBACK_OPTIONS, readFeedback } from "../edition/feedback-options";
import { plannedReminders } from "../edition/planned-reminders";
import { sayEffects } from "../edition/say-effects";
import { columns } from "../run/columns";
import { readDay, readDayOrHour, readEmail, readOne, readWhole, readYear } from "../run/read";
import { type Command, CommandError, explained, type Verb } from "../run/verb";
import { knownAccount } from "./known-account";

const LOG_HEAD = ["WHEN (ROME)", "WHO", "WHAT", "WHY"];
const REMINDERS_HEAD = ["WHEN (ROME)", "BEFORE", "TO", "EMAIL", "STATE"];
const UNTIL = "the last day, or a day and time";

export const EDITION: Command = {
  name: "edition",
  says: "opens, moves and closes editions, and gives single applicants more time",
  more: `Write a day as 1/7/2027 or 2027-07-01, and a time as 2027-07-01T18:30 or "1/7/2027 18:30". All times
are Rome time. A last day is included.`,
  verbs: [
    {
      name: "list",
      says: "every edition with all its dates",
      run: async ({ db, now, print }) => (await describeEditions(db, now)).forEach(print),
    },
    changing({
      name: "open",
      args: ["YEAR"],
      says: "opens an edition, new or existing, from one day to another",
      options: {
        from: { value: "DAY", says: "the first day of applications", needed: true },
        until: { value: "DAY", says: "the last day, included", needed: true },
      },
      change: ({ db, arg, option, act: context }) => {
        const from = readDay(option("from"), "--from");
        const until = readDay(option("until"), "--until");
        return openEdition(db, readYear(arg(0)), { from, until }, context);
      },
    }),
    changing({
      name: "date",
      args: ["YEAR", "WHICH", "DAY"],
      says: "moves one date of an edition",
      more: `WHICH: ${EDITION_DATES.join(", ")}.`,
      change: ({ db, arg, act: context }) =>
        setDate(
          db,
          readYear(arg(0)),
          readOne(EDITION_DATES, arg(1), "WHICH"),
          readDay(arg(2), "DAY"),
          context,
        ),
    }),
    changing({
      name: "after-sending",
      args: ["YEAR", "RULE"],
      says: "sets whether a sent application can be changed until the deadline",
      more: `RULE: ${AFTER_SENDING.join(", ")}.`,
      change: ({ db, arg, act: context }) =>
        setAfterSending(db, readYear(arg(0)), readOne(AFTER_SENDING, arg(1), "RULE"), context),
    }),
    changing({
      name: "figures",
      args: ["YEAR"],
      says: "sets places, readings, the grace period, reminder times and feedback",
      more: "The first release freezes places and readings. Later rounds have their own feedback and discussion. Criteria and weights are part of the code.",
      options: {
        places: { value: "LIST", says: "places per stage: pre_selected=40,semifinalist=18" },
        readings: { value: "N", says: "readings that a project should have" },
        grace: { value: "MINUTES", says: 'minutes after a deadline, or "site": as configured' },
        reminders: { value: "HOURS", says: "hours before, to applicants: 168,24,3" },
        begin: { value: "HOURS", says: 'to people who have not begun: 168, or "none"' },
        evaluators: { value: "HOURS", says: "hours before, to evaluators: 168,24" },
        ...FEEDBACK_OPTIONS,
      },
      change: ({ db, arg, option, act: context }) =>
        setFigures(db, readYear(arg(0)), readFigures(option), context),
    }),
    changing({
      name: "close",
      args: ["YEAR"],
      says: "closes applications now; the grace period still applies",
      change: ({ db, arg, act: context }) => closeEdition(db, readYear(arg(0)), context),
    }),
    changing({
      name: "clone",
      args: ["YEAR", "NEW_YEAR"],
      says: "prepares another year's edition with the same days and rule",
      more: "Applicants do not see a prepared edition before it is the current one.",
      change: ({ db, arg, act: context }) =>
        cloneEdition(db, readYear(arg(0)), readYear(arg(1)), context),
    }),
    {
      name: "remove",
      args: ["YEAR"],
      says: "removes an edition in which nobody has started an application",
      change: (tools) =>
        explained(async () => {
          const edition = await removeEdition(tools.db, readYear(tools.arg(0)), tools.act);
          return { lines: [`Edition ${edition.year} is removed.`] };
        }),
    },
    {
      name: "extend",
      args: ["EMAIL"],
      says: "gives one applicant of the current edition more time",
      options: { until: { value: "DAY", says: UNTIL, needed: true } },
      change: ({ db, arg, option, act: context }) =>
        explained(async () => {
          const email = readEmail(arg(0));
          const until = readDayOrHour(option("until"), "--until");
          const at = await extendDeadline(db, email, until, context);
          return { lines: [`${email} can apply ${untilWords(at)}.`] };
        }),
    },
    {
      name: "unextend",
      args: ["EMAIL"],
      says: "revokes an extension: the general deadline applies again",
      change: ({ db, arg, act: context }) =>
        explained(async () => {
          const email = readEmail(arg(0));
          const { deadline, told } = await revokeExtension(db, email, context);
          const line = `${email} can apply ${untilWords(deadline)}, like all applicants.`;
          const notes = told
            ? []
            : ["The email about the extension was still queued: it is cancelled."];
          return { lines: [line], notes };
        }),
    },
    {
      name: "restore",
      args: ["EMAIL"],
      says: "restores a withdrawn or deleted application",
      change: ({ db, config, arg, act: context }) =>
        explained(async () => {
          const account = await knownAccount(db, readEmail(arg(0)));
          await restoreFor(db, account.id, context, config);
          return { lines: [`The application of ${account.email} is as it was before.`] };
        }),
    },
    {
      name: "reminders",
      args: ["[EMAIL]"],
      says: "deadline emails, sent and to come: when and to whom",
      run: async ({ db, now, arg, print }) => {
        const to = arg(0) === undefined ? undefined : readEmail(arg(0));
        const rows = await plannedReminders(db, now, to);
        if (rows.length === 0) return print("No reminder has been sent or is planned.");
        columns([REMINDERS_HEAD, ...rows]).forEach(print);
      },
    },
    {
      name: "rehearse",
      args: ["MOMENT"],
      says: "sets the demo to a moment of an edition",
      more: `MOMENT: ${MOMENTS.join(", ")}. Works only with the demo. It moves the demo's dates; calm restores them,
but not after second-round: closed evaluations and releases are final.`,
      run: async ({ db, config, now, arg, print }) => {
        const moment = readOne(MOMENTS, arg(0), "MOMENT");
        const act = { level: "command", actor: "rehearsal", reason: moment, now } as const;
        await seedScenario(db, config, moment, act);
        print("Look at the control room: /dashboard/regia");
      },
    },
    {
      name: "log",
      args: ["YEAR"],
      says: "what was changed in an edition, by whom and why",
      run: ({ db, arg, print }) =>
        explained(async () => {
          columns([LOG_HEAD, ...(await describeLog(db, readYear(arg(0))))]).forEach(print);
        }),
    },
    {
      name: "verify-log",
      args: ["[FINGERPRINT]"],
      says: "recalculates the log's fingerprints and names the first wrong line",
      more: "FINGERPRINT: one that this command printed earlier. If it is still in the chain, no line up to it was removed.",
      run: async ({ db, arg, print }) => {
        const { lines, head, problem, known } = await verifyAuditLog(db, arg(0)?.toLowerCase());
        if (problem) throw new CommandError(`The log has been changed: ${problem}.`);
        if (!known)
          throw new CommandError("The log is intact, but none of its lines has that fingerprint.");
        print(`All ${lines} lines are intact. Keep the last fingerprint elsewhere: ${head || "–"}`);
      },
    },
  ],
};

type Changing = Extract<Verb, { change: unknown }>;
type Moving = Omit<Changing, "change"> & {
  change: (tools: Parameters<Changing["change"]>[0]) => Promise<Edition>;
};

/**
 * Adds a preview to a change of an edition: all dates, all effects, and the applications that an earlier deadline
 * excludes.
 */
function changing(verb: Moving): Verb {
  return {
    ...verb,
    change: (tools) =>
      explained(async () => {
        const { db, arg, now } = tools;
        const year = readYear(arg(0));
        const {
          edition,
          before: look,
          effects,
        } = await effectsOf(
          ...([db, year, now, () => verb.change(tools)] as const),
          tools.config.GRACE_MINUTES,
        );
        const before = look.edition;
        const change = { lines: describeEdition(edition, now), notes: sayEffects(effects) };
        if (before?.id !== edition.id || edition.closesAt >= before.closesAt) return change;
        const drafts = await countDrafts(db, edition);
        const cut = `Applications were open ${untilWords(before.closesAt)}, and are now open ${untilWords(edition.closesAt)}`;
        const hit = `${drafts} ${drafts === 1 ? "application" : "applications"} that were started and not sent`;
        const told = `${cut}: this cuts off ${hit}. No email announces it.`;
        return { ...change, notes: [told, ...change.notes] };
      }),
  };
}

/**
 * Reads the edition's numbers (places per selection stage, reminder times) from the command's options. A number without
 * an option stays unchanged.
 */
function readFigures(option: (name: string) => string | undefined): GivenFigures {
  const listed = (name: string) => {
    const text = option(name);
    if (text === undefined) return undefined;
    return text === "none" ? [] : text.split(",").map((one) => readWhole(one, `--${name}`));
  };
  const places = option("places")
    ?.split(",")
    .map((one) => {
      const [stage, count] = one.split("=");
      return [readOne(STAGE_IDS, stage?.trim(), "--places"), readWhole(count, "--places")] as const;
    });
  const [readings, grace] = [option("readings"), option("grace")];
  const { feedback, band, discussion } = readFeedback(option);
  const reminders = {
    applicants: listed("reminders"),
    begin: listed("begin"),
    evaluators: listed("evaluators"),
  };
  return {
    ...(places && { places: Object.fromEntries(places) }),
    ...(readings !== undefined && { readings: readWhole(readings, "--readings") }),
    ...(grace !== undefined && {
      graceMinutes: grace === "site" ? null : readWhole(grace, "--grace"),
    }),
    reminders: definedOnly(reminders),
    ...{ feedback, discussion, feedbackBand: band },
  };
}
