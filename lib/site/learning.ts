import type { Language } from "@/contract/languages";
import { config } from "../config";
import { SECTION_PATH } from "../routes/lookup";
import { pathFor } from "../routes/path";
import type { Category } from "./lessons";

/** The Academy's two learner tracks, each with the category of lessons that cover its subject on this site. */
const TRACKS = {
  business: "business_plan",
  impact: "impact_measurement",
} as const satisfies Record<string, Category>;

/**
 * A learner track. `isHosted` is true when an external learning provider offers the track; otherwise the link leads to
 * this site's lessons.
 */
export type LearningTrack = { track: keyof typeof TRACKS; href: string; isHosted: boolean };

/**
 * Returns the learner tracks. Links lead to the external learning provider if one is configured, and otherwise to this
 * site's lessons.
 */
export function learningTracks(locale: Language): LearningTrack[] {
  return (Object.keys(TRACKS) as (keyof typeof TRACKS)[]).map((track) => {
    const hosted = config.learning[track];
    const own = `${pathFor({ locale, path: SECTION_PATH.academy })}#${TRACKS[track]}`;
    return { track, href: hosted ?? own, isHosted: hosted !== undefined };
  });
}
