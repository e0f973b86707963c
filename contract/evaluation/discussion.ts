import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, languageSchema, lines, TEXT_MAX, wrongType } from "../fields";
import { criteriaSchema, editionRoundQuery } from "./evaluation-schemas";
import { FEEDBACK_MAX } from "./feedback";
import { roundInAnswer, roundInBody, roundQuery } from "./rounds";
import { SCORE_MAX } from "./weights";

/* Discussions of closed evaluations (rule evaluation.discussion). Readers appear by number. */

/** Maximum length of a summary, in characters: it can become a text for the applicant. */
export const SUMMARY_MAX = FEEDBACK_MAX;

const count = z.int().min(0);
const score = z
  .int(wrongType)
  .min(0, { error: "invalid_choice" })
  .max(SCORE_MAX, { error: "invalid_choice" });
/** Five scores. A revision has no missing one. */
const fiveScores = z.object(
  { impact: score, utility: score, feasibility: score, scalability: score, innovation: score },
  wrongType,
);
const required = (max: number) => lines(max).min(1, { error: "required" });
export const contributionTextSchema = required(TEXT_MAX);
export const summaryTextSchema = required(SUMMARY_MAX);

const readerSchema = z.object({
  number: z.int(),
  /** True for the caller. */
  own: z.boolean(),
  /** The scores that count, and their total. */
  scores: fiveScores,
  total: z.number(),
  /** The scores of the closed evaluation; null if they still count. */
  first: z.object({ scores: fiveScores, total: z.number() }).nullable(),
  /** Reasons of the revisions, in order. */
  revisions: z.array(z.object({ at: instantSchema, reason: z.string() })),
});

const contributionSchema = z.object({
  id: z.string(),
  /** The number of the author; null for a chair who has no scores. */
  reader: z.int().nullable(),
  own: z.boolean(),
  /** Null if staff hid the text, or its author's account was erased. */
  text: z.string().nullable(),
  at: instantSchema,
});

const summarySchema = z.object({
  version: z.int(),
  text: z.string(),
  language: languageSchema,
  at: instantSchema,
  /** Numbers of the readers who agree to this version. */
  agreed: z.array(z.int()),
});

export const discussionSchema = z
  .object({
    id: z.string(),
    nome: z.string(),
    edition: z.int(),
    ...roundInAnswer,
    /** False once the round's results are final, or a stage that they decide is released. */
    open: z.boolean(),
    /** Whether the caller writes the summary. */
    chair: z.boolean(),
    criteria: criteriaSchema,
    /** In the order of their numbers, which differ in each project. */
    readers: z.array(readerSchema),
    contributions: z.array(contributionSchema),
    summary: summarySchema.nullable(),
  })
  .meta({ id: "Discussion" });
export type Discussion = z.infer<typeof discussionSchema>;

const discussionRowSchema = z.object({
  id: z.string(),
  nome: z.string(),
  readers: count,
  /** Standard deviation of the totals. Null with one reader. */
  spread: z.number().nullable(),
  contributions: count,
  /** Number of the readers who revised scores. */
  revised: count,
  /** Whether a summary exists, and whether the caller agrees to its last version. */
  summary: z.enum(["none", "written", "agreed"]),
});
export type DiscussionRow = z.infer<typeof discussionRowSchema>;

export const listDiscussions = endpoint({
  name: "listDiscussions",
  method: "GET",
  path: "wp/v2/projects/discussions",
  summary: "The discussions that are open to the caller, disagreements first",
  access: "evaluator",
  query: editionRoundQuery,
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      ...roundInAnswer,
      /** False if the jury of the round does not discuss. */
      given: z.boolean(),
      /** False until the caller has closed, and while a later round hides results. */
      closed: z.boolean(),
      open: z.boolean(),
      discussions: z.array(discussionRowSchema),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

const errors = [
  "evaluation_closed",
  "evaluation_not_closed",
  "invalid_fields",
  "not_found",
] as const;
const answer = { status: 200, json: discussionSchema } as const;

export const getDiscussion = endpoint({
  name: "getDiscussion",
  method: "GET",
  path: "wp/v2/projects/{id}/discussion",
  summary: "The discussion of a project: scores side by side, contributions and the summary",
  access: "evaluator",
  query: roundQuery,
  answer,
  errors: ["evaluation_not_closed", "invalid_fields", "not_found"],
});

export const discuss = endpoint({
  name: "discuss",
  method: "POST",
  path: "wp/v2/projects/{id}/discussion",
  summary: "Add a contribution; the same text again adds none",
  access: "evaluator",
  body: z.object({ ...roundInBody, text: contributionTextSchema }),
  answer,
  errors,
});

export const reviseScores = endpoint({
  name: "reviseScores",
  method: "POST",
  path: "wp/v2/projects/{id}/revision",
  summary: "Revise the caller’s closed scores, with a reason; the record keeps the first ones",
  access: "evaluator",
  body: z.object({ ...roundInBody, scores: fiveScores, reason: contributionTextSchema }),
  answer,
  errors,
});

export const summarize = endpoint({
  name: "summarize",
  method: "POST",
  path: "wp/v2/projects/{id}/summary",
  summary: "Write another version of the summary, as the chair",
  access: "evaluator",
  headers: ["If-Match"],
  body: z.object({ ...roundInBody, text: summaryTextSchema, language: languageSchema }),
  answer,
  errors: [...errors, "version_conflict"],
});

export const agreeToSummary = endpoint({
  name: "agreeToSummary",
  method: "POST",
  path: "wp/v2/projects/{id}/agreement",
  summary: "Agree to the last version of the summary, which the request names",
  access: "evaluator",
  body: z.object({ ...roundInBody, version: z.int(wrongType) }),
  answer,
  errors: [...errors, "version_conflict"],
});

/** Registered before `projects/{id}`, which would otherwise match the list. */
export const discussionEndpoints = [
  listDiscussions,
  getDiscussion,
  discuss,
  reviseScores,
  summarize,
  agreeToSummary,
] as const;
