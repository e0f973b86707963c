import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR } from "@/contract/durations";
import { testDatabase } from "@/tests/support/servers/database";
import { users } from "../db/schema/accounts";
import { momentAt, momentKey, momentsFrom, readMomentKey } from "./moments";

const { db } = await testDatabase();

const instants = fc.date({
  min: new Date("2020-01-01T00:00:00.000Z"),
  max: new Date("2040-01-01T00:00:00.000Z"),
  noInvalidDate: true,
});
const hourLists = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 })
  .map((hours) => hours.toSorted((a, b) => b - a));
/** Test times range from long before the first reminder to after the deadline, including exact boundaries. */
const cases = fc.record({ instant: instants, hours: hourLists }).chain(({ instant, hours }) =>
  fc.record({
    instant: fc.constant(instant),
    hours: fc.constant(hours),
    now: fc
      .oneof(
        fc.integer({ min: -10 * HOUR, max: 450 * HOUR }),
        fc.constantFrom(0, ...hours.flatMap((some) => [-1, 0, 1].map((ms) => some * HOUR + ms))),
      )
      .map((left) => new Date(instant.getTime() - left)),
  }),
);

/** Returns the time of a reminder that is the only one before a deadline. */
function atOf(instant: Date, hours: number): Date {
  const [moment] = momentsFrom(new Date(0), instant, [hours]);
  if (!moment) throw new Error("no moment");
  return moment.at;
}

const romeHour = (at: Date) =>
  Number(
    new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Rome", hour: "2-digit", hourCycle: "h23" })
      .formatToParts(at)
      .find(({ type }) => type === "hour")?.value,
  );

describe("reminder times before an instant", () => {
  test("one reminder time is current: the last one reached, until the next one", () => {
    fc.assert(
      fc.property(cases, ({ instant, hours, now }) => {
        const come = hours.filter((some) => atOf(instant, some) <= now);
        const last = now < instant ? come.at(-1) : undefined;
        const moment = momentAt(now, instant, hours);
        expect(moment?.hours).toBe(last);
        if (!moment) return;
        expect(moment.at.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(moment.until.getTime()).toBeGreaterThan(now.getTime());
        expect(momentAt(new Date(moment.until.getTime() - 1), instant, hours)).toEqual(moment);
        expect(momentAt(moment.until, instant, hours)).not.toEqual(moment);
      }),
    );
  });

  test("the plan lists the current reminder time and all later ones without gaps", () => {
    fc.assert(
      fc.property(cases, ({ instant, hours, now }) => {
        const plan = momentsFrom(now, instant, hours);
        const holds = momentAt(now, instant, hours);
        const coming = hours.filter((some) => atOf(instant, some) > now);
        // If two reminders move to the same morning, only the later one remains.
        const toCome = coming.filter((some, index) => {
          const next = coming[index + 1];
          return next === undefined || atOf(instant, some) < atOf(instant, next);
        });
        expect(plan.map((moment) => moment.hours)).toEqual([
          ...(holds ? [holds.hours] : []),
          ...toCome,
        ]);
        const ends = plan.map(({ until }) => until);
        expect(ends).toEqual(plan.length ? [...plan.slice(1).map(({ at }) => at), instant] : []);
      }),
    );
  });

  test("a reminder time is exact or, if it falls between midnight and nine, at nine in Rome the same day", () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 400 }), (instant, hours) => {
        const exact = new Date(instant.getTime() - hours * HOUR);
        const at = atOf(instant, hours);
        const left = (instant.getTime() - at.getTime()) / HOUR;
        if (at > exact) {
          expect(romeHour(exact)).toBeLessThan(9);
          expect(at.toISOString()).toMatch(/T0[78]:00:00.000Z$/);
          expect(romeHour(at)).toBe(9);
          expect(at.getTime() - exact.getTime()).toBeLessThanOrEqual(10 * HOUR);
          expect(left).toBeGreaterThanOrEqual(hours / 2);
        } else {
          expect(at).toEqual(exact);
          if (romeHour(exact) < 9) expect(hours).toBeLessThan(20);
        }
      }),
    );
    const summer = new Date("2026-09-30T22:00:00.000Z");
    expect(atOf(summer, 24)).toEqual(new Date("2026-09-30T07:00:00.000Z"));
    expect(atOf(summer, 3)).toEqual(new Date("2026-09-30T19:00:00.000Z"));
    // A reminder that is due two hours before a night deadline is sent at night, because the morning is too late.
    const early = new Date("2026-09-30T04:00:00.000Z");
    expect(atOf(early, 3)).toEqual(new Date("2026-09-30T01:00:00.000Z"));
  });

  test("a reminder's key identifies its time and differs by recipient, instant and hours", () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 400 }), fc.uuid(), (exact, hours, id) => {
        const instant = new Date(Math.floor(exact.getTime() / 1000) * 1000);
        const keyOf = (at: Date, before: number) => momentKey("kind:2026", at, { hours: before });
        const key = keyOf(instant, hours).of(id);
        expect(readMomentKey(key)).toEqual({ hours, at: atOf(instant, hours) });
        expect(keyOf(instant, hours + 1).of(id)).not.toBe(key);
        expect(keyOf(new Date(instant.getTime() + 1000), hours).of(id)).not.toBe(key);
      }),
    );
    expect(readMomentKey("application_sent:4f1c")).toBeNull();
  });

  test("the database writes a reminder's key in the same way as the code", async () => {
    const person = { email: "ada@example.org", firstName: "Ada", lastName: "L" };
    const [user] = await db.insert(users).values(person).returning();
    const key = momentKey("kind", new Date("2026-09-30T22:00:00.900Z"), { hours: 24 });
    const rows = await db.select({ key: key.ofColumn(users.id) }).from(users);
    expect(rows).toEqual([{ key: key.of(user!.id) }]);
    expect(rows).toEqual([{ key: `kind:${user!.id}:1790805600:24` }]);
  });
});
