import { unstable_cache } from "next/cache";
import { cache } from "react";
import { romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import { EDITION_TAG, indexSchema } from "@/contract/service";
import type { EditionDates } from "../../browser/countdown";
import { config } from "../../config";
import { backendBase, send } from "../transport";

/** Days the call stays open from today when no dates are configured: the demo's rule. */
const OPEN_DAYS = 41;
const DAY_MS = 86_400_000;
/** Seconds the back end's answer is cached; then it is revalidated in the background. */
const REVALIDATE = 300;

const askBackend = unstable_cache(
  async (): Promise<EditionDates | null> => {
    const response = await send(new Request(backendBase));
    if (!response.ok) throw new Error(`the index answered ${response.status}`);
    return indexSchema.parse(await response.json()).edition ?? null;
  },
  ["edition"],
  { tags: [EDITION_TAG], revalidate: REVALIDATE },
);

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
  try {
    return (await askBackend()) ?? configuredEdition(new Date());
  } catch (error) {
    console.error("the current edition could not be read", error);
    return configuredEdition(new Date());
  }
});

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
