import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, languageSchema, lines, TEXT_MAX, wrongType } from "../fields";
import { criteriaSchema, editionRoundQuery } from "./evaluation-schemas";
import { FEEDBACK_MAX } from "./feedback";
import { roundInAnswer, roundInBody, roundQuery } from "./rounds";
import { SCORE_MAX } from "./weights";

/*
 * Discussions of a project among its evaluators after they have closed their evaluations (rule evaluation.discussion).
 * The evaluators see each other only as numbers, without names.
 */

/**
 * Maximum length of a discussion's summary, in characters. Equal to the maximum of a text for the applicant, because
 * staff can send the summary to the applicant.
 */
export const SUMMARY_MAX = FEEDBACK_MAX;

const count = z.int().min(0);
const score = z
  .int(wrongType)
  .min(0, { error: "invalid_choice" })
  .max(SCORE_MAX, { error: "invalid_choice" });
/** One score per criterion. An evaluator who revises scores must send all five. */
const fiveScores = z.object(
  { impact: score, utility: score, feasibility: score, scalability: score, innovation: score },
  wrongType,
);
const required = (max: number) => lines(max).min(1, { error: "required" });
export const contributionTextSchema = required(TEXT_MAX);
export const summaryTextSchema = required(SUMMARY_MAX);

const readerSchema = z.object({
  number: z.int(),
  /** True if the evaluator is the caller of the endpoint. */
  own: z.boolean(),
  /** The evaluator's current scores and their total, after any revision. */
  scores: fiveScores,
  total: z.number(),
  /** The evaluator's scores before any revision; null if the evaluator revised nothing. */
  first: z.object({ scores: fiveScores, total: z.number() }).nullable(),
  /** Reasons for the evaluator's revisions of scores, the oldest first. */
  revisions: z.array(z.object({ at: instantSchema, reason: z.string() })),
});

const contributionSchema = z.object({
  id: z.string(),
  /** Number of the evaluator who wrote the contribution; null if the chair wrote it and has not scored the project. */
  reader: z.int().nullable(),
  own: z.boolean(),
  /** Text of the contribution; null if staff hid it, or if its author's account was erased. */
  text: z.string().nullable(),
  at: instantSchema,
});

const summarySchema = z.object({
  version: z.int(),
  text: z.string(),
  language: languageSchema,
  at: instantSchema,
  /** The evaluators who agree to this version of the summary, each as the evaluator's number in the discussion. */
  agreed: z.array(z.int()),
});

export const discussionSchema = z
  .object({
    id: z.string(),
    nome: z.string(),
    edition: z.int(),
    ...roundInAnswer,
    /**
     * Whether the discussion is open. It closes when the round's results are final, or when staff release a selection
     * stage that these results decide.
     */
    open: z.boolean(),
    /** Whether the caller chairs the discussion and so writes the summary. */
    chair: z.boolean(),
    criteria: criteriaSchema,
    /** Evaluators of the project in the order of their numbers. A person has a different number in each project. */
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
  /** Standard deviation of the evaluators' totals; null with one evaluator. */
  spread: z.number().nullable(),
  contributions: count,
  /** Number of evaluators of the project who revised their scores. */
  revised: count,
  /** Whether the discussion has a summary, and whether the caller agrees to the summary's last version. */
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
      /** Whether the edition's evaluators discuss projects in this round. */
      given: z.boolean(),
      /**
       * Whether the caller can see the discussions: false before the caller has closed their own evaluation,
       * and while a later round hides results.
       */
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

/** Register these routes before `projects/{id}`, which would otherwise match the path of the list of discussions. */
export const discussionEndpoints = [
  listDiscussions,
  getDiscussion,
  discuss,
  reviseScores,
  summarize,
  agreeToSummary,
] as const;
