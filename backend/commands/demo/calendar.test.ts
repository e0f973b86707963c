import { expect, test } from "vitest";
import { romeDayEnd } from "@/contract/deadline";
import { LANGUAGES } from "@/contract/languages";
import { openLibrary } from "../../content/library";
import { demoDays, whatFollows } from "./editions";

const finals = LANGUAGES.flatMap((language) =>
  openLibrary("content")("events", language)
    .filter(({ item }) => item.slug.startsWith("demo-day"))
    .map(({ item }) => ({ ...item, year: /\d{4}/.exec(item.slug)?.[0] })),
);

/** Returns the end of a year's evaluation period if the demo was seeded on a given day. */
function scored(year: number, seeded: Date): Date {
  const current = year === seeded.getUTCFullYear();
  const until = current ? demoDays(year, {}, seeded).until : `${year}-09-30`;
  return whatFollows(romeDayEnd(until)).evaluationClosesAt as Date;
}

test.each(["2026-11-22", "2027-02-10", "2028-07-05"])(
  "each final takes place after the evaluation of its edition in a demo seeded on %s",
  (day) => {
    const seeded = new Date(`${day}T10:00:00Z`);
    expect(finals.length).toBeGreaterThanOrEqual(4);
    for (const { meta, year, slug } of finals) {
      if (!year) expect(meta.starts_at, slug).toBeUndefined();
      else {
        const ready = scored(Number(year), seeded);
        expect(new Date(`${meta.starts_at}Z`).getTime()).toBeGreaterThan(ready.getTime());
      }
    }
  },
);
