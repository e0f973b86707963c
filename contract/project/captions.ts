import { z } from "zod";
import type { FieldCode, FieldErrors } from "../errors";
import { lines, wrongChoice, wrongType } from "../fields";
import { LANGUAGES } from "../languages";

/** Limits of captions. A video has two minutes at most, so these limits are far above real captions. */
export const CAPTION_LIMITS = {
  /** Size of a caption file in bytes. */
  bytes: 1_048_576,
  cues: 500,
  /** Characters of one cue. */
  text: 500,
  /** Latest time of a cue in seconds. */
  seconds: 600,
} as const;

/** Languages of captions (BCP 47): the site's languages and others that applicants speak. */
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

/** Captions as stored and sent. Times are seconds. Rule: application.captions. */
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

/** Text of a cue. An empty line ends a cue in a caption file, so the text has none. */
const text = lines(CAPTION_LIMITS.text)
  .overwrite((value) => value.replaceAll(/\n\s*\n/g, "\n"))
  .min(1, { error: "required" });

/** Body of a save. No cues delete the captions. */
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

/** Returns cues that end before they start, and cues that start before the previous one. */
function orderProblems(cues: readonly Pick<Cue, "start" | "end">[]): TimeProblem[] {
  return cues.flatMap(({ start, end }, index): TimeProblem[] => [
    ...(end > start ? [] : [[index, "end", "ends_early"] as TimeProblem]),
    ...(start < (cues[index - 1]?.start ?? 0)
      ? [[index, "start", "out_of_order"] as TimeProblem]
      : []),
  ]);
}

/** Returns the errors of cues that start after the end of their video, which no viewer sees. */
export function lateCues(cues: readonly Cue[], duration: number | null | undefined): FieldErrors {
  if (duration == null) return {};
  const late = cues.flatMap(({ start }, index) => (start >= duration ? [index] : []));
  return Object.fromEntries(late.map((index) => [`cues.${index}.start`, "after_end"]));
}

/** Returns the time of a cue as WebVTT writes it: 00:01:02.500. */
function vttTime(seconds: number): string {
  const whole = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const rest = `${two((whole / 1000) % 60)}.${String(whole % 1000).padStart(3, "0")}`;
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${rest}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns captions as a WebVTT file, with markup in the text escaped. */
export function toVtt({ cues }: Captions): string {
  const parts = cues.map(
    ({ start, end, text }) =>
      `${vttTime(start)} --> ${vttTime(end)}\n${text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}`,
  );
  return `${["WEBVTT", ...parts].join("\n\n")}\n`;
}
