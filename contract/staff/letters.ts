import { z } from "zod";
import { endpoint } from "../endpoint";
import { roundInBody } from "../evaluation/rounds";
import { instantSchema, line, lines, NAME_MAX, TEXT_MAX } from "../fields";
import { LANGUAGES, type Language, perLanguage } from "../languages";
import { applicationsFilterSchema } from "./applications";
import { evaluatorsQuerySchema } from "./evaluators";
import { exportAnswer, exportOptions } from "./export-options";
import { PLACEHOLDERS, parsePlaceholders } from "./letter-placeholders";
import { mailPreviewSchema } from "./mail-preview";
import { mailCountsSchema, subjectsSchema } from "./mails";
import { pagedBy } from "./paged";
import { peopleFilterSchema } from "./people";
import { action, BULK, selectionOf } from "./preview";

/*
 * A letter is a bulk email that staff write. A letter has a text per language, and each recipient gets the text in the
 * recipient's language.
 */

/** Filters that select the recipients of a letter, by kind of recipient. Each kind of recipient needs an entry. */
const FILTERS = {
  applications: applicationsFilterSchema,
  evaluators: evaluatorsQuerySchema,
  people: peopleFilterSchema,
} as const;
/** Kinds of recipients of a letter. A selection of recipients that names no kind selects applications. */
export type Audience = keyof typeof FILTERS;
export const AUDIENCES = Object.keys(FILTERS) as [Audience, ...Audience[]];

/** Selection of a letter's recipients: rows of a list by id, or all rows that match a filter. */
export const recipientsSchema = z.union(
  [
    selectionOf(FILTERS.applications, {
      audience: z.literal("applications").default("applications"),
    }),
    selectionOf(FILTERS.evaluators, { audience: z.literal("evaluators"), ...roundInBody }),
    selectionOf(FILTERS.people, { audience: z.literal("people") }),
  ],
  { error: "invalid_type" },
);
export type Recipients = z.output<typeof recipientsSchema>;

/**
 * Reasons why a letter skips a recipient. Staff cannot override these reasons. If several reasons apply, the response
 * contains only the first of them in the order of this list.
 */
export const LEFT_OUT = [
  /** The recipient's account was erased. */
  "letter_gone",
  "letter_deactivated",
  /** The recipient's email address is not confirmed. */
  "letter_unconfirmed",
  /** The recipient's mail server rejected the last email to this address. */
  "letter_bounced",
  /** The letter was already queued for this person in this edition. */
  "letter_had",
  /** The letter contains a placeholder without a fallback, and the recipient has no value for it. */
  "letter_no_value",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * Maximum number of letter emails that are sent per second. The limit leaves capacity for other emails, such as
 * password resets.
 */
export const LETTERS_PER_SECOND = 10;

/** Number of a letter's skipped recipients per page. */
export const LEFT_OUT_PER_PAGE = 50;

/** Default number of letters per page. */
const LETTERS_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;
const count = z.int().min(0);

const isWellFormed = (text: string) => parsePlaceholders(text).mistakes.length === 0;
const wrongPlaceholder = { error: "invalid_placeholder" } as const;
const subjectSchema = line(NAME_MAX).refine(isWellFormed, wrongPlaceholder);
const bodySchema = lines(TEXT_MAX).refine(isWellFormed, wrongPlaceholder);

/**
 * Subject and text of a letter, possibly incomplete. The subject and the text can contain placeholders. The text has no
 * greeting, because the email adds a greeting.
 */
const textSchema = z.object({
  subject: subjectSchema.default(""),
  text: bodySchema.default(""),
});
export type LetterText = z.output<typeof textSchema>;

const noText = () => ({ subject: "", text: "" });
export const letterTextsSchema = z.strictObject(
  perLanguage(() => textSchema.default(noText)),
  { error: "invalid_type" },
);
export type LetterTexts = z.output<typeof letterTextsSchema>;

/** A letter with an empty text in every language. */
export const NO_TEXTS: LetterTexts = perLanguage(noText);

/** Returns the path, in the request body, of a letter's subject or text in a language. */
export const letterField = (language: Language, part: keyof LetterText) =>
  `texts.${language}.${part}`;

const to = { selection: recipientsSchema, texts: letterTextsSchema };

const reasonSchema = z.object({ name: z.enum(LEFT_OUT), count });

const letterSchema = z.object({
  id: z.string(),
  at: instantSchema,
  edition: z.int(),
  /** Subjects of the letter, one for each of its languages. */
  subjects: subjectsSchema,
  /** Sender of the letter; null if the sender is unknown. */
  who: z.string().nullable(),
  audience: z.enum(AUDIENCES),
  /** Number of the letter's recipients. `left_out` is the number of skipped recipients. */
  count,
  left_out: count,
  /** Delivery states of the letter's emails. Emails of recipients who were erased before sending are omitted. */
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

export const exportLetters = endpoint({
  name: "exportLetters",
  method: "GET",
  path: "wp/v2/staff/letters/export",
  summary: "The same letters as a table",
  access: "staff",
  query: z.object(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields"],
});

const letterOneSchema = letterSchema
  .extend({
    texts: z.array(
      z.object({ language: z.enum(LANGUAGES), subject: z.string(), text: z.string() }),
    ),
    left_out_by: z.array(reasonSchema),
    reason: z.string().nullable(),
    line: z.int().nullable(),
    /** Time when the last waiting email of the letter is due; null if no email waits. */
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

/**
 * How the preview of a letter selects recipients: all recipients, the recipient of the longest email first (`longest`),
 * or only recipients who get a fallback text (`replaced`).
 */
export const LETTER_PICKS = ["longest", "replaced"] as const;
export type LetterPick = (typeof LETTER_PICKS)[number];

const chosenReader = {
  /**
   * Recipients that the preview shows: `replaced` shows only recipients who get a fallback text; `longest` starts with
   * the recipient of the longest email.
   */
  pick: z.enum(LETTER_PICKS, choice).optional(),
  /** Position of the previewed recipient, from 1. */
  place: z.int(choice).min(1, choice).default(1),
};

export const previewLetter = endpoint({
  name: "previewLetter",
  method: "POST",
  path: "wp/v2/staff/letters/preview",
  summary: "A letter as one of those who would get it sees it; nothing is kept",
  access: "staff",
  body: z.object({
    ...to,
    /** Previews only recipients who read emails in this language. */
    language: z.enum(LANGUAGES, choice).optional(),
    ...chosenReader,
  }),
  answer: {
    status: 200,
    json: z.object({
      /** Number of the letter's recipients per language. */
      languages: z.array(z.object({ language: z.enum(LANGUAGES), count })),
      mail: mailPreviewSchema.nullable(),
      /** Number of recipients from which `place` selects one for the preview. */
      of: count,
      /**
       * Placeholders for which some recipients have no value. For each placeholder, `replaced` counts recipients who
       * get its fallback. `skipped` counts recipients who get no email, because the placeholder has no fallback.
       */
      missing: z.array(
        z.object({ placeholder: z.enum(PLACEHOLDERS), replaced: count, skipped: count }),
      ),
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
    /** Offset in the list of skipped recipients at which the response begins. */
    from: z.int(choice).min(0, choice).default(0),
  }),
  answer: {
    status: 200,
    json: z.object({
      people: z.array(
        z.object({
          /** Id of the recipient's application in this edition; null without one. `person` is the id of the account. */
          id: z.string().nullable(),
          person: z.string(),
          /** Name of the recipient; empty if the person was erased. */
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
    subject: subjectSchema.min(1, { error: "required" }),
    text: bodySchema.refine((text) => text !== "", { error: "required" }),
    /**
     * Recipient whose values the test email contains, as in the preview. If no recipient is given, the test email
     * contains sample values.
     */
    as: z.object({ selection: recipientsSchema, ...chosenReader }).optional(),
  }),
  answer: { status: 200, json: z.object({ to: z.string() }) },
  errors: ["invalid_fields"],
});

export const sendLetter = action({
  name: "sendLetter",
  path: "wp/v2/staff/letters",
  summary:
    "Queue a letter to some applicants, evaluators or people, each in their language; the same text never twice",
  confirm: BULK,
  input: to,
});

export const letterEndpoints = [
  listLetters,
  exportLetters,
  getLetter,
  previewLetter,
  listLeftOut,
  testLetter,
  sendLetter,
];
