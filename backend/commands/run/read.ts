import { z } from "zod";
import { romeInstant, romeMidnight } from "@/contract/deadline";
import { emailSchema } from "@/contract/fields";
import { UsageError } from "./verb";

/* The functions of this file parse a typed value, or throw a UsageError that explains the format. */

const DAY_HINT = "write a day as 1/7/2027 or 2027-07-01";

export function readYear(value: string | undefined): number {
  if (!/^2\d{3}$/.test(value ?? "")) throw new UsageError(`${value ?? "Nothing"} is not a year.`);
  return Number(value);
}

/** Parses an email address and normalises it like an account's address. */
export function readEmail(value: string | undefined): string {
  const result = emailSchema.safeParse(value);
  if (!result.success) throw new UsageError(`${value ?? "Nothing"} is not an email address.`);
  return result.data;
}

/** Parses a day in Rome, written "2027-07-01" or "1/7/2027" (also with dots or hyphens). Returns "2027-07-01". */
export function readDay(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageError(`${name} is missing: ${DAY_HINT}.`);
  const [, day = "", month = "", year = ""] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(value) ?? [];
  const date = year ? [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-") : value;
  if (!isDay(date)) throw new UsageError(`${name}: there is no day "${value}"; ${DAY_HINT}.`);
  return date;
}

function isDay(date: string): boolean {
  try {
    return Boolean(romeMidnight(date));
  } catch {
    return false;
  }
}

/** Parses a day in Rome, optionally with a time: "2027-10-07T18:30" or "7/10/2027 18:30". */
export function readDayOrHour(value: string | undefined, name: string): string {
  const [date, time, ...more] = value?.trim().split(/[T ]/) ?? [];
  const day = readDay(date, name);
  if (time === undefined) return day;
  const hour = time.replace(".", ":").padStart(5, "0");
  if (more.length > 0 || !/^([01]\d|2[0-3]):[0-5]\d$/.test(hour)) {
    throw new UsageError(
      `${name}: there is no time "${time}"; write it as 2027-07-01T18:30 or "1/7/2027 18:30".`,
    );
  }
  return romeInstant(`${day}T${hour}`) && `${day}T${hour}`;
}

/** Parses a value that must be one of a list. Throws a UsageError for any other value. */
export function readOne<const T extends string>(
  list: readonly T[],
  value: string | undefined,
  name: string,
): T {
  const found = list.find((one) => one === value);
  if (found !== undefined) return found;
  throw new UsageError(`${name} must be one of: ${list.join(", ")}.`);
}

/** Parses a yes-or-no option. Returns undefined if the option is missing. */
export function readYes(value: string | undefined, name: string): boolean | undefined {
  return value === undefined ? undefined : readOne(["yes", "no"], value, name) === "yes";
}

/** Parses a value with a schema. Throws a UsageError for an invalid value. */
export function readWith<S extends z.ZodType>(
  schema: S,
  value: unknown,
  name: string,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UsageError(`${name} is ${value === undefined ? "missing" : `not valid: ${value}`}.`);
}

/** Parses a positive integer up to 10,000. */
export function readCount(value: string | undefined, name: string): number {
  return readWith(z.coerce.number().int().min(1).max(10_000), value, name);
}

/**
 * Parses an integer of up to six digits. The function that changes the setting checks the range later, because its
 * error message names the setting.
 */
export function readWhole(value: string | undefined, name: string): number {
  return readWith(
    z
      .string()
      .trim()
      .regex(/^-?\d{1,6}$/)
      .transform(Number),
    value,
    name,
  );
}
