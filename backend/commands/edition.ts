import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { romeTime } from "@/contract/deadline";
import { emailSchema, requiredLine, TEXT_MAX } from "@/contract/fields";
import { AFTER_SENDING } from "@/contract/project/project-schemas";
import {
  type Act,
  cloneEdition,
  closeEdition,
  EDITION_DATES,
  EditionError,
  openEdition,
  setAfterSending,
  setDate,
} from "../editions/administer-editions";
import { describeEditions, describeLog } from "../editions/describe-editions";
import { extendDeadline } from "../project/extend-deadline";
import { plannedReminders } from "./edition/planned-reminders";
import { CommandError, columns, runCommand, UsageError } from "./run-command";
import { tellSite } from "./tell-site";

const USAGE = `npm run edition -- list
  open YEAR --from DATE --until DATE --reason TEXT
  date YEAR ${EDITION_DATES.join("|")} DATE --reason TEXT
  after-sending YEAR ${AFTER_SENDING.join("|")} --reason TEXT
  extend EMAIL --until DATE|DATETIME --reason TEXT
  reminders [EMAIL]
  close YEAR --reason TEXT
  clone YEAR NEW_YEAR --reason TEXT
  log YEAR
DATE is a day in Rome, such as 2026-09-30, and closing days are included; DATETIME is an hour there,
such as 2026-10-07T18:00. Every change is written to the edition's log with the reason and the person:
--by NAME, or who is logged in here. reminders shows which mails about a deadline leave when, and to
whom, as things stand now, and those that have left; it changes nothing.`;

/** Changes that the public pages show. */
const PUBLIC = ["open", "date", "close", "clone"];
const LOG_HEAD = ["WHEN", "WHO", "WHAT", "WHY"];
const REMINDERS_HEAD = ["WHEN", "BEFORE", "TO", "MAIL", "STATE"];
const HEAD = ["YEAR", "OPENS", "CLOSES", "STATE", "AFTER SENDING", "BEGUN", "SENT"];

await runCommand(USAGE, async ({ db, config, print }) => {
  const { positionals, values } = readArguments();
  const [verb, first, second, third, ...rest] = positionals;
  const now = new Date();
  if (rest.length > 0) throw new UsageError(`"${rest.join(" ")}" is one word too many.`);
  try {
    switch (verb) {
      case "list":
        return columns([HEAD, ...(await describeEditions(db, now))]).forEach(print);
      case "open": {
        const days = { from: day(values.from, "--from"), until: day(values.until, "--until") };
        const edition = await openEdition(db, year(first), days, act());
        return print(`Edition ${edition.year}: ${span(edition)}, Rome time.`);
      }
      case "date": {
        const which = one(EDITION_DATES, second, "which date");
        const edition = await setDate(db, year(first), which, day(third, "DATE"), act());
        return print(`Edition ${edition.year}: ${span(edition)}, Rome time.`);
      }
      case "after-sending": {
        const rule = one(AFTER_SENDING, second, "the rule");
        const edition = await setAfterSending(db, year(first), rule, act());
        return print(`Edition ${edition.year}: ${rule}.`);
      }
      case "extend": {
        const email = parse(emailSchema, first, "EMAIL");
        const at = await extendDeadline(db, email, dayOrHour(values.until, "--until"), act());
        return print(`${email} can apply until ${romeTime(at)}, Rome time.`);
      }
      case "reminders": {
        const to = first === undefined ? undefined : parse(emailSchema, first, "EMAIL");
        const rows = await plannedReminders(db, now, to);
        if (rows.length === 0)
          return print("As things stand, nobody will be reminded of anything.");
        return columns([REMINDERS_HEAD, ...rows]).forEach(print);
      }
      case "close": {
        const edition = await closeEdition(db, year(first), act());
        return print(`Edition ${edition.year} is closed; what is on its way still has the grace.`);
      }
      case "clone": {
        const edition = await cloneEdition(db, year(first), year(second), act());
        return print(`Edition ${edition.year}: ${span(edition)}, Rome time.`);
      }
      case "log":
        return columns([LOG_HEAD, ...(await describeLog(db, year(first)))]).forEach(print);
      default:
        throw new UsageError(verb ? `"${verb}" is no command.` : "No command given.");
    }
  } catch (error) {
    if (error instanceof EditionError) throw new CommandError(error.message);
    throw error;
  } finally {
    if (PUBLIC.includes(verb ?? "")) await tellSite(config);
  }

  function act(): Act {
    const reason = parse(requiredLine(TEXT_MAX), values.reason, "--reason");
    return { actor: values.by ?? userInfo().username, reason, now };
  }
});

function span({ opensAt, closesAt }: { opensAt: Date; closesAt: Date }): string {
  return `from ${romeTime(opensAt)} to ${romeTime(closesAt)}`;
}

function year(value: string | undefined): number {
  return parse(z.coerce.number().int().min(2000).max(2999), value, "YEAR");
}

function day(value: string | undefined, name: string): string {
  return parse(z.iso.date(), value, name);
}

function dayOrHour(value: string | undefined, name: string): string {
  const [date, time] = value?.split("T") ?? [];
  parse(z.iso.date(), date, name);
  if (time !== undefined) parse(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), time, name);
  return value ?? "";
}

function one<const T extends string>(list: readonly T[], value: string | undefined, name: string) {
  return parse(z.enum(list as [T, ...T[]]), value, name);
}

function parse<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new UsageError(`${name} is missing or wrong: ${value ?? "nothing"}`);
  return result.data;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        from: { type: "string" },
        until: { type: "string" },
        reason: { type: "string" },
        by: { type: "string" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
