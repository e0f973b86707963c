import { z } from "zod";
import { romeDay, romeTime } from "../deadline";
import { line } from "../fields";
import { LANGUAGES, type Language } from "../languages";

/** Maximum length in characters of the place of an event that a release of decisions announces. */
export const PLACE_MAX = 200;
/** Maximum length in characters of the sentence that staff can add to a release of decisions. */
export const SENTENCE_MAX = 500;

/** Texts of a release that need a translation: a text in one language also requires the text in the other language. */
export const RELEASE_TEXTS = ["where", "sentence"] as const;

/** Returns one field per language for a text, such as `where_it` and `where_en`. */
function inEachLanguage<N extends (typeof RELEASE_TEXTS)[number]>(name: N, most: number) {
  const text = line(most).optional();
  return Object.fromEntries(LANGUAGES.map((language) => [`${name}_${language}`, text])) as Record<
    `${N}_${Language}`,
    typeof text
  >;
}

/**
 * Place, time and one sentence that a release of decisions adds to the emails and pages of the selected projects (rule
 * staff.release-details). The object is flat because a query and a timeline event hold no nested values.
 */
export const releaseDetailsShape = {
  ...inEachLanguage("where", PLACE_MAX),
  /** Day, or date with time, of the announced event, in Rome's time. */
  when: z
    .union([z.iso.date(), z.iso.datetime({ local: true, precision: -1 })], {
      error: "invalid_choice",
    })
    .optional(),
  ...inEachLanguage("sentence", SENTENCE_MAX),
};
export const releaseDetailsSchema = z.object(releaseDetailsShape).meta({ id: "ReleaseDetails" });
export type ReleaseDetails = z.infer<typeof releaseDetailsSchema>;
export type ReleaseDetail = keyof ReleaseDetails;
export const RELEASE_DETAILS = Object.keys(releaseDetailsShape) as ReleaseDetail[];

/**
 * Returns the filled details of a release in the order of the schema. Returns an empty object if all details are empty.
 */
export function filledDetails(given: Partial<Record<string, unknown>>): ReleaseDetails {
  return Object.fromEntries(
    RELEASE_DETAILS.flatMap((name) => {
      const value = given[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
}

/** Returns the details of a release that are empty although another language has a text. */
export function missingTranslations(details: ReleaseDetails): ReleaseDetail[] {
  return RELEASE_TEXTS.flatMap((text) => {
    const fields = LANGUAGES.map((language) => `${text}_${language}` as const);
    const empty = fields.filter((field) => !details[field]);
    return empty.length === fields.length ? [] : empty;
  });
}

/** Reports whether the day or time that a release announces is before `now`. */
export function isPastDay({ when }: ReleaseDetails, now: Date): boolean {
  if (!when) return false;
  return when.includes("T") ? when < romeTime(now).replace(" ", "T") : when < romeDay(now);
}
