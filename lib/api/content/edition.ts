import { setTimeout as after } from "node:timers/promises";
import { unstable_cache } from "next/cache";
import { cache } from "react";
import { romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { EDITION_TAG, indexSchema } from "@/contract/service";
import { type EditionDates, lastChangeOf } from "../../browser/countdown";
import { config } from "../../config";
import { perProcess } from "../../per-process";
import { serverTime } from "../../server-time";
import { backendBase, send } from "../transport";
import { refreshOwn } from "./follow";

/** Days the call stays open from today when no dates are configured: the demo's rule. */
const OPEN_DAYS = 41;
const DAY_MS = 86_400_000;
/** Seconds the back end's answer is cached; then it is revalidated in the background. */
const REVALIDATE = 300;

/** Milliseconds a page waits for dates when it can show those that were read last. */
const PATIENCE = 300;
/** Milliseconds between two tries to read them. */
const PAUSE = 5_000;

type Answer = EditionDates | null;

/** What the back end said last, of which question, counted; and whether it is being waited for. */
const known = perProcess("edition", () => ({
  answer: undefined as Answer | undefined,
  question: 0,
  questions: 0,
  isLate: false,
}));

/** Asks the back end for the edition's dates, and keeps them. Throws when it cannot be reached. */
export async function readEdition(): Promise<Answer> {
  const question = ++known.questions;
  const response = await send(new Request(backendBase));
  if (!response.ok) throw new Error(`the index answered ${response.status}`);
  const answer = indexSchema.parse(await response.json()).edition ?? null;
  if (question > known.question) Object.assign(known, { answer, question });
  return answer;
}

/** The dates within moments: those that were read last while the back end, or its database, does not answer. */
async function readSoon(): Promise<Answer> {
  const { answer: last } = known;
  if (last === undefined) return readEdition();
  if (known.isLate) return last;
  const asked = readEdition();
  const inTime = await Promise.race([asked.then(() => true), after(PATIENCE, false)]).catch(
    () => false,
  );
  if (inTime) return asked;
  void catchUp(asked, last);
  return last;
}

/** Waits until the dates can be read again; pages made meanwhile are made anew if those are others. */
async function catchUp(asked: Promise<Answer>, shown: Answer): Promise<void> {
  known.isLate = true;
  let answer = asked;
  for (;;) {
    try {
      const now = await answer;
      known.isLate = false;
      if (JSON.stringify(now) !== JSON.stringify(shown)) await refreshOwn([EDITION_TAG]);
      return;
    } catch (error) {
      console.error("the current edition could not be read, shown as it last was", error);
      await after(PAUSE, undefined, { ref: false });
      answer = known.isLate ? readEdition() : Promise.resolve(shown);
    }
  }
}

const askBackend = unstable_cache(readSoon, ["edition"], {
  tags: [EDITION_TAG],
  revalidate: REVALIDATE,
});

/**
 * An edition under the same tag: a page built with it, and not revalidated since, has
 * to be revalidated with the others. Its value is in the key, so that no earlier build's is reused.
 */
function tagged(edition: EditionDates): Promise<EditionDates> {
  const key = ["edition", JSON.stringify(edition)];
  return unstable_cache(async () => edition, key, {
    tags: [EDITION_TAG],
    revalidate: REVALIDATE,
  })();
}

/**
 * The edition the public pages show, as the back end has it. During a build, with a back end that
 * does not report it, or when it cannot be reached and never was, it is the configured one.
 */
export const getCurrentEdition = cache(async (): Promise<EditionDates> => {
  if (config.building) return tagged(configuredEdition(new Date()));
  const edition = await askBackend().catch((error) => {
    console.error("the current edition could not be read", error);
    return null;
  });
  return rendered(edition ?? configuredEdition(new Date()));
});

/** An edition with the time by which the server speaks of it. It changes with the words alone, and the page's ETag with it. */
function rendered(edition: EditionDates): EditionDates {
  const at = lastChangeOf(edition, serverTime.now().getTime());
  return { ...edition, renderedAt: new Date(at).toISOString() };
}

/** The configured edition at an instant; without dates the demo's: open, for 41 days. */
export function configuredEdition(now: Date): EditionDates {
  const today = romeDay(now);
  const { opensOn: configured, closesOn } = config.edition;
  const opensOn = configured ?? `${today.slice(0, 4)}-07-01`;
  const lastDay = romeDay(new Date(now.getTime() + (OPEN_DAYS - 1) * DAY_MS));
  // Without configured dates the demo is open, even before July.
  const early = !configured && romeMidnight(opensOn) > now;
  return {
    year: Number(opensOn.slice(0, 4)),
    opensAt: romeMidnight(early ? today : opensOn).toISOString(),
    closesAt: romeDayEnd(closesOn ?? lastDay).toISOString(),
  };
}
