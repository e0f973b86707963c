import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line, lines, NAME_MAX, TEXT_MAX } from "../fields";
import { LANGUAGES, type Language } from "../languages";
import { applicationsFilterSchema } from "./applications";
import { mailSheetSchema } from "./mail-sheet";
import { mailCountsSchema } from "./mails";
import { pagedBy } from "./paged";
import { actBody, BULK, planSchema, selectionOf } from "./plan";

/* A letter to some applicants: written once in each language, and each gets it in their own. */

/** Why a letter does not go to somebody, whatever is agreed to; somebody for whom several hold counts under the first. */
export const LEFT_OUT = [
  /** The person was erased. */
  "letter_gone",
  "letter_deactivated",
  /** Nobody has confirmed the address. */
  "letter_unconfirmed",
  /** The address refused a mail, and has taken none since. */
  "letter_bounced",
  /** This very text was queued for this application before. */
  "letter_had",
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** How many mails of a letter are due each second: the others of the outbox leave between them. */
export const LETTERS_PER_SECOND = 10;

/** As many of those whom a letter leaves out as are named at once. */
export const LEFT_OUT_PER_PAGE = 50;

/** Letters of a page, unless asked for fewer. */
const LETTERS_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;
const count = z.int().min(0);

/** Subject and text, as far as they are written: in paragraphs, without a greeting, which is the mail's own. */
const textSchema = z.object({
  subject: line(NAME_MAX).default(""),
  text: lines(TEXT_MAX).default(""),
});
export type LetterText = z.output<typeof textSchema>;

const perLanguage = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, schema])) as Record<Language, S>;

const textsSchema = z.strictObject(
  perLanguage(textSchema.default(() => ({ subject: "", text: "" }))),
  { error: "invalid_type" },
);
export type LetterTexts = z.output<typeof textsSchema>;

/** The field of a body that a text is. */
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
  /** What it is called in each language it was written in. */
  subjects: subjectsSchema,
  /** Who sent it; null where nobody knows any longer. */
  who: z.string().nullable(),
  /** For how many it was queued, and for how many not. */
  count,
  left_out: count,
  /** What its mails are now: those of somebody who was erased before they left are gone. */
  states: mailCountsSchema,
});
const letterRowSchema = letterSchema.meta({ id: "StaffLetterRow" });
export type LetterRow = z.infer<typeof letterRowSchema>;

export const lettersQuerySchema = z.object(pagedBy(LETTERS_PER_PAGE));
export type LettersQuery = z.input<typeof lettersQuerySchema>;

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
    /** Its line in the log. */
    line: z.int().nullable(),
    /** When the last of those that wait is due; null where none waits. */
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
    /** Only among those who read one language. */
    language: z.enum(LANGUAGES, choice).optional(),
    /** Which of them, from 1 on. */
    place: z.int(choice).min(1, choice).default(1),
  }),
  answer: {
    status: 200,
    json: z.object({
      /** How many would get it in each language. */
      languages: z.array(z.object({ language: z.enum(LANGUAGES), count })),
      mail: mailSheetSchema.nullable(),
      /** Of how many it is the one at `place`. */
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
    /** How many of them come before the first that is named. */
    from: z.int(choice).min(0, choice).default(0),
  }),
  answer: {
    status: 200,
    json: z.object({
      people: z.array(
        z.object({
          /** Their application, and their account. */
          id: z.string(),
          person: z.string(),
          /** Empty where the person was erased. */
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

export const sendLetter = endpoint({
  name: "sendLetter",
  method: "POST",
  path: "wp/v2/staff/letters",
  summary: "Queue a letter to some applicants, each in their language; the same text never twice",
  access: "staff",
  confirm: BULK,
  body: actBody(to),
  answer: { status: 200, json: planSchema },
  errors: ["invalid_fields", "not_found", "plan_changed", "act_refused"],
});

export const letterEndpoints = [
  listLetters,
  getLetter,
  previewLetter,
  listLeftOut,
  testLetter,
  sendLetter,
];
