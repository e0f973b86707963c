import { setTimeout as after } from "node:timers/promises";
import { unstable_cache } from "next/cache";
import { cache } from "react";
import { romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { EDITION_TAG, indexSchema } from "@/contract/service";
import { backendBase, send } from "../api/transport";
import { type EditionDates, lastChangeOf } from "../browser/countdown";
import { config } from "../config";
import { perProcess } from "../per-process";
import { serverTime } from "../server-time";
import { refreshOwn } from "./follow";

/** Number of days, from today, for which the demo's call is open if no dates are configured. */
const OPEN_DAYS = 41;
const DAY_MS = 86_400_000;
/** Seconds for which the back end's response about the edition is cached before it is revalidated in the background. */
const REVALIDATE = 300;

/** Maximum milliseconds that a page waits for current dates before it shows the last known dates. */
const PATIENCE = 300;
/** Milliseconds between two attempts to read the edition's dates. */
const PAUSE = 5_000;

type Answer = EditionDates | null;

/**
 * `answer` is the back end's last response about the edition, and `question` the number of its request. `questions` is
 * the number of requests so far. `isLate` is true while `catchUp` waits for an overdue response.
 */
const known = perProcess("edition", () => ({
  answer: undefined as Answer | undefined,
  question: 0,
  questions: 0,
  isLate: false,
}));

/** Requests the edition's dates from the back end and stores them. Throws if the back end cannot be reached. */
export async function readEdition(): Promise<Answer> {
  const question = ++known.questions;
  const response = await send(new Request(backendBase));
  if (!response.ok) throw new Error(`the index answered ${response.status}`);
  const answer = indexSchema.parse(await response.json()).edition ?? null;
  if (question > known.question) Object.assign(known, { answer, question });
  return answer;
}

/**
 * Returns the edition's dates. If the back end or its database does not answer within 300 ms, returns the last known
 * dates, if there are any.
 */
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

/** Waits until the edition's dates can be read again. Revalidates the pages if the dates changed in the meantime. */
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
      console.error("the current edition could not be read, the last known one is shown", error);
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
 * Caches an edition under a tag, so that all pages with the edition's dates are revalidated together. The cache key
 * contains the dates, so that dates of an earlier build are not reused.
 */
function tagged(edition: EditionDates): Promise<EditionDates> {
  const key = ["edition", JSON.stringify(edition)];
  return unstable_cache(async () => edition, key, {
    tags: [EDITION_TAG],
    revalidate: REVALIDATE,
  })();
}

/**
 * Returns the edition that public pages show, as the back end reports it. Returns the configured edition during a
 * build, and if the back end reports no edition or has never been reached.
 */
export const getCurrentEdition = cache(async (): Promise<EditionDates> => {
  if (config.building) return tagged(configuredEdition(new Date()));
  const edition = await askBackend().catch((error) => {
    console.error("the current edition could not be read", error);
    return null;
  });
  return rendered(edition ?? configuredEdition(new Date()));
});

/**
 * Adds `renderedAt` to the edition: the time at which the page's text last changed. The page's ETag therefore changes
 * only if the text changes.
 */
function rendered(edition: EditionDates): EditionDates {
  const at = lastChangeOf(edition, serverTime.now().getTime());
  return { ...edition, renderedAt: new Date(at).toISOString() };
}

/**
 * Returns the configured edition at an instant. Without configured dates, returns the demo's edition, whose call is
 * open today and for the next 40 days.
 */
export function configuredEdition(now: Date): EditionDates {
  const today = romeDay(now);
  const { opensOn: configured, closesOn } = config.edition;
  const opensOn = configured ?? `${today.slice(0, 4)}-07-01`;
  const lastDay = romeDay(new Date(now.getTime() + (OPEN_DAYS - 1) * DAY_MS));
  // If no dates are configured, the demo's call opens on 1 July. Before July, it opens today instead, so that the demo
  // always shows an open call.
  const early = !configured && romeMidnight(opensOn) > now;
  return {
    year: Number(opensOn.slice(0, 4)),
    opensAt: romeMidnight(early ? today : opensOn).toISOString(),
    closesAt: romeDayEnd(closesOn ?? lastDay).toISOString(),
  };
}
