import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { instantSchema, wrongType } from "../fields";
import { actBody, planSchema } from "./plan";

/*
 * Who reads what. Without a plan everybody reads everything; with one, so many read each project. It tells who is to
 * read how much, never what came of it (rule staff.blind).
 */

/** The most that can be asked to read each project. */
export const READINGS_MAX = 12;
/** Projects with too few readers that an answer names; of the others only how many. */
export const SHORT_SHOWN = 50;

/** How far a proposal has got: a process that ends half-way is followed by another one that begins again. */
export const PROPOSAL_STATES = ["waiting", "reading", "solving", "done", "failed"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/**
 * Why a project has too few readers: too few evaluate at all, too few of them may read it, they have no room, or something
 * has changed since the plan was made.
 */
export const SHORT_REASONS = ["few", "conflicts", "capacity", "since"] as const;
export type ShortReason = (typeof SHORT_REASONS)[number];

const count = z.int().min(0);
const choice = { error: "invalid_choice" } as const;
const readings = z.int(wrongType).min(1, choice).max(READINGS_MAX, choice);

/** What a plan comes to. */
const shapeSchema = z.object({
  /** Readings that are handed out, and how many of them have begun. */
  readings: count,
  begun: count,
  /** How many evaluators have so many projects to read, from the fewest on, without those nobody has. */
  loads: z.array(z.object({ load: count, evaluators: count })),
  /** Readings in a sector that the evaluator did not name, of those who named any. */
  outside: count,
  /** Projects with fewer readers than each is to have, by what stands in the way; and the first of them. */
  short: z.object(
    Object.fromEntries(SHORT_REASONS.map((reason) => [reason, count])) as Record<
      ShortReason,
      typeof count
    >,
  ),
  shortest: z.array(
    z.object({ id: z.string(), name: z.string(), readers: count, why: z.enum(SHORT_REASONS) }),
  ),
});
export type PlanShape = z.infer<typeof shapeSchema>;

export const proposalSchema = z.object({
  id: z.string(),
  readings: count,
  seed: z.int(),
  state: z.enum(PROPOSAL_STATES),
  asked_at: instantSchema,
  done_at: instantSchema.nullable(),
  /** What it comes to with the jury and the projects of now, and against what holds now; null until it is done. */
  shape: shapeSchema.nullable(),
  changes: z.object({ added: count, removed: count, kept: count }).nullable(),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const getAssignment = endpoint({
  name: "getAssignment",
  method: "GET",
  path: "wp/v2/staff/assignment",
  summary: "Who is to read how much: what holds now, and the last proposal",
  access: "staff",
  query: editionQuery,
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      /** The edition that can be acted upon. */
      current: z.boolean(),
      projects: count,
      /** Who evaluates, and how many of them have closed. */
      evaluators: count,
      closed: count,
      /** What holds; null while everybody reads everything. */
      plan: z.object({ readings: count, since: instantSchema, shape: shapeSchema }).nullable(),
      proposal: proposalSchema.nullable(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});
export type AssignmentAnswer = AnswerOf<typeof getAssignment>;

export const proposeAssignment = endpoint({
  name: "proposeAssignment",
  method: "POST",
  path: "wp/v2/staff/assignment/proposal",
  summary: "Ask for a proposal who reads what; it is made behind and changes nothing",
  access: "staff",
  body: z.object({
    readings,
    /** The same number gives the same proposal; without it another one is drawn. */
    seed: z.int(wrongType).min(0, choice).max(2_147_483_647, choice).optional(),
  }),
  answer: { status: 202, json: z.object({ id: z.string(), seed: z.int() }) },
  errors: ["invalid_fields", "not_found"],
});

const answer = { status: 200, json: planSchema } as const;
const errors = ["invalid_fields", "not_found", "plan_changed", "act_refused"] as const;

export const applyAssignment = endpoint({
  name: "applyAssignment",
  method: "POST",
  path: "wp/v2/staff/assignment",
  summary: "Let a proposal hold: everybody reads what it gives them",
  access: "staff",
  confirm: { step: "typed" },
  body: actBody({ proposal: z.uuid(choice) }),
  answer,
  errors,
});

export const endAssignment = endpoint({
  name: "endAssignment",
  method: "POST",
  path: "wp/v2/staff/assignment/end",
  summary: "Let everybody read everything again",
  access: "staff",
  confirm: { step: "typed" },
  body: actBody({}),
  answer,
  errors,
});

export const assignmentEndpoints = [
  getAssignment,
  proposeAssignment,
  applyAssignment,
  endAssignment,
] as const;
