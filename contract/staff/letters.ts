import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line, lines, NAME_MAX, TEXT_MAX } from "../fields";
import { LANGUAGES, type Language, perLanguage } from "../languages";
import { applicationsFilterSchema } from "./applications";
import { mailPreviewSchema } from "./mail-preview";
import { mailCountsSchema } from "./mails";
import { pagedBy } from "./paged";
import { action, BULK, selectionOf } from "./preview";

/*
 * A letter is a bulk email written by staff. It has a text per language, and each applicant gets it in their
 * language.
 */

/**
 * Reasons why a letter skips an applicant, which an override does not change. If several apply, the first one
 * counts.
 */
export const LEFT_OUT = [
  /** The person was erased. */
  "letter_gone",
  "letter_deactivated",
  /** The address is not confirmed. */
  "letter_unconfirmed",
  /** The address rejected the last email. */
  "letter_bounced",
  /** The same text was already queued for this application. */
  "letter_had",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** Number of letter emails due per second. Other emails leave in between. */
export const LETTERS_PER_SECOND = 10;

/** Number of skipped applicants per page. */
export const LEFT_OUT_PER_PAGE = 50;

/** Default number of letters per page. */
const LETTERS_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;
const count = z.int().min(0);

/**
 * Subject and text of a letter, possibly incomplete. The text has paragraphs but no greeting, which the email
 * adds.
 */
const textSchema = z.object({
  subject: line(NAME_MAX).default(""),
  text: lines(TEXT_MAX).default(""),
});
export type LetterText = z.output<typeof textSchema>;

const noText = () => ({ subject: "", text: "" });
const textsSchema = z.strictObject(
  perLanguage(() => textSchema.default(noText)),
  { error: "invalid_type" },
);
export type LetterTexts = z.output<typeof textsSchema>;

/** Empty texts of a letter. */
export const NO_TEXTS: LetterTexts = perLanguage(noText);

/** Returns the field path of a text in the request body. */
export const letterField = (language: Language, part: keyof LetterText) =>
  `texts.${language}.${part}`;

const to = { selection: selectionOf(applicationsFilterSchema), texts: textsSchema };

const reasonSchema = z.object({ name: z.enum(LEFT_OUT), count });

export const subjectsSchema = z.array(
  z.object({ language: z.enum(LANGUAGES), subject: z.string() }),
);

const letterSchema = z.object({
  id: z.string(),
  at: instantSchema,
  edition: z.int(),
  /** Subjects in each language of the letter. */
  subjects: subjectsSchema,
  /** Sender of the letter; null if the sender is unknown. */
  who: z.string().nullable(),
  /** Number of recipients. `left_out` is the number of skipped applicants. */
  count,
  left_out: count,
  /** Delivery states of the letter's emails. Omits emails of recipients who were erased before sending. */
  states: mailCountsSchema,
});
const letterRowSchema = letterSchema.meta({ id: "StaffLetterRow" });
export type LetterRow = z.infer<typeof letterRowSchema>;

const lettersQuerySchema = z.object(pagedBy(LETTERS_PER_PAGE));

export const listLetters = endpoint({
  name: "listLetters",
  method: "GET",
  path: "wp/v2/staff/letters",
  summary: "The letters that were queued, the newest first, and what became of them",
  access: "staff",
  query: lettersQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      letters: z.array(letterRowSchema),
      total: count,
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

const letterOneSchema = letterSchema
  .extend({
    texts: z.array(
      z.object({ language: z.enum(LANGUAGES), subject: z.string(), text: z.string() }),
    ),
    left_out_by: z.array(reasonSchema),
    reason: z.string().nullable(),
    /** Number of the audit log entry. */
    line: z.int().nullable(),
    /** Due time of the last waiting email; null if no email waits. */
    last_at: instantSchema.nullable(),
  })
  .meta({ id: "StaffLetter" });
export type Letter = z.infer<typeof letterOneSchema>;

export const getLetter = endpoint({
  name: "getLetter",
  method: "GET",
  path: "wp/v2/staff/letters/{id}",
  summary: "One letter, why and by whom, for whom it was not, and how far it is",
  access: "staff",
  answer: { status: 200, json: letterOneSchema },
  errors: ["not_found"],
});

export const previewLetter = endpoint({
  name: "previewLetter",
  method: "POST",
  path: "wp/v2/staff/letters/preview",
  summary: "A letter as one of those who would get it sees it; nothing is kept",
  access: "staff",
  body: z.object({
    ...to,
    /** Only recipients who read this language. */
    language: z.enum(LANGUAGES, choice).optional(),
    /** Position of the recipient, from 1. */
    place: z.int(choice).min(1, choice).default(1),
  }),
  answer: {
    status: 200,
    json: z.object({
      /** Number of recipients per language. */
      languages: z.array(z.object({ language: z.enum(LANGUAGES), count })),
      mail: mailPreviewSchema.nullable(),
      /** Number of recipients among which `place` selects one. */
      of: count,
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const listLeftOut = endpoint({
  name: "listLeftOut",
  method: "POST",
  path: "wp/v2/staff/letters/left-out",
  summary: "Whom a letter would leave out, by name and why; nothing is kept",
  access: "staff",
  body: z.object({
    ...to,
    /** Number of skipped applicants before the first one in the response. */
    from: z.int(choice).min(0, choice).default(0),
  }),
  answer: {
    status: 200,
    json: z.object({
      people: z.array(
        z.object({
          /** Ids of the application and of the account. */
          id: z.string(),
          person: z.string(),
          /** Empty if the person was erased. */
          name: z.string(),
          why: z.enum(LEFT_OUT),
        }),
      ),
      total: count,
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const testLetter = endpoint({
  name: "testLetter",
  method: "POST",
  path: "wp/v2/staff/letters/test",
  summary: "The same letter to whoever asks, and to nobody else",
  access: "staff",
  body: z.object({
    language: z.enum(LANGUAGES, choice),
    subject: line(NAME_MAX).min(1, { error: "required" }),
    text: lines(TEXT_MAX).refine((text) => text !== "", { error: "required" }),
  }),
  answer: { status: 200, json: z.object({ to: z.string() }) },
  errors: ["invalid_fields"],
});

export const sendLetter = action({
  name: "sendLetter",
  path: "wp/v2/staff/letters",
  summary: "Queue a letter to some applicants, each in their language; the same text never twice",
  confirm: BULK,
  input: to,
});

export const letterEndpoints = [
  listLetters,
  getLetter,
  previewLetter,
  listLeftOut,
  testLetter,
  sendLetter,
];
