import { DEFAULT_PLACES } from "./edition-figures";
import type { Places } from "./evaluation/funnel";
import {
  CRITERIA,
  type Criterion,
  READING_MINUTES,
  SCORE_MAX,
  TOTAL_MAX,
} from "./evaluation/weights";
import { PASSWORD_MIN } from "./fields";
import {
  ASKED_MONTHS,
  CHALLENGE_MINUTES,
  CONFIRM_HOURS,
  CONSENT_YEARS,
  DRAFT_MONTHS,
  EMAIL_BACK_DAYS,
  FINAL_YEARS,
  FRESH_SIGN_IN_MINUTES,
  HEAVY_FILES_PER_HOUR,
  INVITATION_DAYS,
  MAIL_DAYS,
  PASSKEYS_MAX,
  RECEIPT_YEARS,
  RESET_MINUTES,
  SENDS_PER_HOUR,
  SENT_MONTHS,
  UNCONFIRMED_DAYS,
  UPLOAD_GIGABYTES_PER_DAY,
} from "./limits";
import { numberFormat } from "./number-format";
import {
  ACADEMY_LESSONS,
  ADVISORY_MONTHS,
  CHALLENGE_GRANT,
  GRANT,
  INCUBATION_MONTHS,
  MOROCCO_GRANT,
  SOCIAL_RETURN,
  STEP_MINUTES,
} from "./programme";
import { fileRule } from "./project/file-rules";
import { REQUIRED_FIELDS, STEPS, TEAM_MAX } from "./project/project-fields";
import {
  DECK_MAX_SLIDES,
  PICTURE_MAX_PIXELS,
  VIDEO_MAX_SECONDS,
  ZIP_LIMITS,
} from "./project/uploads";

const MEGABYTE = 1024 * 1024;

const weightOf = (criterion: Criterion) => CRITERIA.find(({ id }) => id === criterion)?.weight ?? 0;

/**
 * All numbers that texts can quote by name: in messages/ as `{teamMax}`, in emails and documents, and in content/ as
 * `{{teamMax}}`. Texts about current rules use these names. Texts about past events contain the number itself.
 */
export const FIGURES = {
  steps: STEPS.length,
  requiredFields: REQUIRED_FIELDS.length,
  applicationMinutes: Object.values(STEP_MINUTES).reduce((sum, minutes) => sum + minutes, 0),
  teamMax: TEAM_MAX,
  pitchSlides: DECK_MAX_SLIDES,
  pitchMegabytes: fileRule("pitch").maxBytes / MEGABYTE,
  /** Maximum video length in minutes, without the tolerance of half a second. */
  videoMinutes: Math.floor(VIDEO_MAX_SECONDS / 60),
  videoMegabytes: fileRule("video").maxBytes / MEGABYTE,
  materialMegabytes: fileRule("altro_materiale").maxBytes / MEGABYTE,
  logoMegabytes: fileRule("logo").maxBytes / MEGABYTE,
  pictureMegapixels: PICTURE_MAX_PIXELS / 1_000_000,
  zipEntries: ZIP_LIMITS.entries,
  zipMegabytes: ZIP_LIMITS.inflatedBytes / MEGABYTE,

  criteria: CRITERIA.length,
  scoreMax: SCORE_MAX,
  totalMax: TOTAL_MAX,
  readingMinutes: READING_MINUTES,
  impactWeight: weightOf("impact"),
  utilityWeight: weightOf("utility"),
  feasibilityWeight: weightOf("feasibility"),
  scalabilityWeight: weightOf("scalability"),
  innovationWeight: weightOf("innovation"),

  ...placeFigures(DEFAULT_PLACES),

  grant: GRANT,
  challengeGrant: CHALLENGE_GRANT,
  moroccoGrant: MOROCCO_GRANT,
  advisoryMonths: ADVISORY_MONTHS,
  incubationMonths: INCUBATION_MONTHS,
  academyLessons: ACADEMY_LESSONS,
  socialReturn: SOCIAL_RETURN,

  passwordMin: PASSWORD_MIN,
  confirmHours: CONFIRM_HOURS,
  resetMinutes: RESET_MINUTES,
  invitationDays: INVITATION_DAYS,
  emailBackDays: EMAIL_BACK_DAYS,
  unconfirmedDays: UNCONFIRMED_DAYS,
  draftMonths: DRAFT_MONTHS,
  sentMonths: SENT_MONTHS,
  finalYears: FINAL_YEARS,
  receiptYears: RECEIPT_YEARS,
  consentYears: CONSENT_YEARS,
  askedMonths: ASKED_MONTHS,
  mailDays: MAIL_DAYS,
  passkeysMax: PASSKEYS_MAX,
  challengeMinutes: CHALLENGE_MINUTES,
  freshSignInMinutes: FRESH_SIGN_IN_MINUTES,
  sendsPerHour: SENDS_PER_HOUR,
  uploadGigabytes: UPLOAD_GIGABYTES_PER_DAY,
  heavyFiles: HEAVY_FILES_PER_HOUR,
} as const;

/**
 * Returns the quoted numbers that depend on the edition: how many projects each selection stage can select.
 */
function placeFigures(places: Readonly<Places>) {
  return {
    preSelected: places.pre_selected,
    semifinalists: places.semifinalist,
    finalists: places.finalist,
    winners: places.winner,
    incubated: places.incubation,
  };
}

/**
 * Returns all numbers that texts can quote, with an edition's numbers of places per selection stage. If no places are
 * given, uses the default numbers of places.
 */
export function figuresOf(
  places: Readonly<Places> = DEFAULT_PLACES,
): Record<keyof typeof FIGURES, number> {
  return { ...FIGURES, ...placeFigures(places) };
}

/** Returns the quoted numbers in the format of a language ("50.000", "50,000"), for texts that do not use ICU. */
export function figuresIn(language: string, places?: Readonly<Places>): Record<string, string> {
  const format = numberFormat(language);
  return Object.fromEntries(
    Object.entries(figuresOf(places)).map(([name, figure]) => [name, format.format(figure)]),
  );
}
