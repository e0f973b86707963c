import { z } from "zod";
import type { FieldCode, FieldErrors } from "../errors";
import { lines, wrongChoice, wrongType } from "../fields";
import { LANGUAGES } from "../languages";

/** Limits of a caption file. A video lasts at most two minutes, so real captions stay far below these limits. */
export const CAPTION_LIMITS = {
  /** Maximum size of a caption file in bytes. */
  bytes: 1_048_576,
  cues: 500,
  /** Maximum number of characters of one caption cue. */
  text: 500,
  /** Latest time of a caption cue in seconds. */
  seconds: 600,
} as const;

/** Languages of captions (BCP 47): the site's languages and other languages that applicants speak. */
export const CAPTION_LANGUAGES = [
  ...LANGUAGES,
  "fr",
  "de",
  "es",
  "pt",
  "ro",
  "sq",
  "ar",
  "tr",
  "uk",
  "hi",
  "zh",
] as const;
export type CaptionLanguage = (typeof CAPTION_LANGUAGES)[number];

const languageOfCaptions = z.enum(CAPTION_LANGUAGES, wrongChoice);

/** Captions of a video, as stored and sent. Times are in seconds. Rule: application.captions. */
export const captionsSchema = z
  .object({
    language: languageOfCaptions,
    cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  })
  .meta({ id: "Captions" });
export type Captions = z.infer<typeof captionsSchema>;
export type Cue = Captions["cues"][number];

/** Rounds a time to milliseconds, the precision of caption files. */
export const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

const time = z
  .number(wrongType)
  .min(0, { error: "invalid_time" })
  .max(CAPTION_LIMITS.seconds, { error: "invalid_time" })
  .overwrite(toMilliseconds);

/** Text of a caption cue. The text has no empty line, because an empty line ends a cue in a caption file. */
const text = lines(CAPTION_LIMITS.text)
  .overwrite((value) => value.replaceAll(/\n\s*\n/g, "\n"))
  .min(1, { error: "required" });

/** Body of a request that saves captions. An empty list of cues deletes the captions. */
export const saveCaptionsSchema = z
  .object({
    language: languageOfCaptions,
    cues: z
      .array(z.object({ start: time, end: time, text }), wrongType)
      .max(CAPTION_LIMITS.cues, { error: "too_many" }),
  })
  .superRefine(({ cues }, context) => {
    for (const [index, name, message] of orderProblems(cues)) {
      context.addIssue({ code: "custom", path: ["cues", index, name], message });
    }
  });

type TimeProblem = [index: number, name: "start" | "end", code: FieldCode];

/** Returns errors for caption cues that end before they start or that start before the previous cue. */
function orderProblems(cues: readonly Pick<Cue, "start" | "end">[]): TimeProblem[] {
  return cues.flatMap(({ start, end }, index): TimeProblem[] => [
    ...(end > start ? [] : [[index, "end", "ends_early"] as TimeProblem]),
    ...(start < (cues[index - 1]?.start ?? 0)
      ? [[index, "start", "out_of_order"] as TimeProblem]
      : []),
  ]);
}

/** Returns errors for caption cues that start after the end of their video. No viewer would see such a cue. */
export function lateCues(cues: readonly Cue[], duration: number | null | undefined): FieldErrors {
  if (duration == null) return {};
  const late = cues.flatMap(({ start }, index) => (start >= duration ? [index] : []));
  return Object.fromEntries(late.map((index) => [`cues.${index}.start`, "after_end"]));
}

/** Returns a time within a video in WebVTT's format: 00:01:02.500. */
function vttTime(seconds: number): string {
  const whole = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const rest = `${two((whole / 1000) % 60)}.${String(whole % 1000).padStart(3, "0")}`;
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${rest}`;
}

/** Extension of a WebVTT file. */
export const CAPTIONS_EXTENSION = ".vtt";
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns captions as a WebVTT file. Markup in the captions' text is escaped. */
export function toVtt({ cues }: Captions): string {
  const parts = cues.map(
    ({ start, end, text }) =>
      `${vttTime(start)} --> ${vttTime(end)}\n${text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}`,
  );
  return `${["WEBVTT", ...parts].join("\n\n")}\n`;
}
