import { z } from "zod";
import { READINGS_MAX } from "../edition-figures";
import { type AnswerOf, endpoint } from "../endpoint";
import { editionRoundQuery } from "../evaluation/evaluation-schemas";
import { roundInBody } from "../evaluation/rounds";
import { instantSchema, wrongType } from "../fields";
import { action } from "./preview";
import { roundStripInAnswer } from "./rounds";

/*
 * Assignment of readings to evaluators. Without a plan, all evaluators read all projects. With a plan, a fixed
 * number of evaluators read each project. Responses contain numbers of readings, never scores
 * (rule staff.blind).
 */

/** Maximum number of projects with too few readers that a response names. */
export const SHORT_SHOWN = 50;

/** Progress of a proposal. If an instance stops, another instance starts the proposal again. */
export const PROPOSAL_STATES = ["waiting", "reading", "solving", "done", "failed"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/**
 * Reasons for too few readers: too few evaluators, conflicts of interest, full capacities, or a change since
 * the plan was created.
 */
export const SHORT_REASONS = ["few", "conflicts", "capacity", "since"] as const;
export type ShortReason = (typeof SHORT_REASONS)[number];

const count = z.int().min(0);
const choice = { error: "invalid_choice" } as const;
const wrongNumber = { error: "invalid_type" } as const;
const readings = z.int(wrongType).min(1, wrongNumber).max(READINGS_MAX, wrongNumber);

/** Summary of a plan. */
const shapeSchema = z.object({
  /** Number of assigned readings, and how many of them have begun. */
  readings: count,
  begun: count,
  /** Number of evaluators per number of projects, from the lowest load. Omits loads without evaluators. */
  loads: z.array(z.object({ load: count, evaluators: count })),
  /** Number of readings outside the sectors that an evaluator chose, for evaluators who chose any. */
  outside: count,
  /** Number of readings in a language that an evaluator did not name, for evaluators who named any. */
  foreign: count,
  /** Number of readings that staff fixed by hand. */
  fixed: count,
  /** Number of projects with too few readers by reason. `shortest` lists the first of these projects. */
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

const changed = { added: count, removed: count, kept: count };
/** Changes of one evaluator, in the order of the names. Evaluators who have closed read no more: they can only lose. */
const evaluatorChangesSchema = z.object({
  ...{ id: z.string(), name: z.string(), closed: z.boolean() },
  ...changed,
});

export const proposalSchema = z.object({
  id: z.string(),
  readings: count,
  seed: z.int(),
  state: z.enum(PROPOSAL_STATES),
  asked_at: instantSchema,
  done_at: instantSchema.nullable(),
  /**
   * Summary with the current jury and projects, and the changes from now: from the current plan, or from all projects. Null
   * until the proposal is done.
   */
  shape: shapeSchema.nullable(),
  changes: z.object({ ...changed, evaluators: z.array(evaluatorChangesSchema) }).nullable(),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const getAssignment = endpoint({
  name: "getAssignment",
  method: "GET",
  path: "wp/v2/staff/assignment",
  summary: "Who is to read how much: what holds now, and the last proposal",
  access: "staff",
  query: editionRoundQuery,
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      ...roundStripInAnswer,
      /** True for the edition that staff can act on. */
      current: z.boolean(),
      projects: count,
      /** Number of evaluators, and how many of them have closed. */
      evaluators: count,
      closed: count,
      /** Current reading plan; null while all evaluators read all projects. */
      /** The edition's readings per project, which a proposal starts from. */
      wanted: count,
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
    ...roundInBody,
    readings,
    /** Seed of the proposal. The same seed gives the same proposal. The default is random. */
    seed: z.int(wrongType).min(0, wrongNumber).max(2_147_483_647, wrongNumber).optional(),
  }),
  answer: { status: 202, json: z.object({ id: z.string(), seed: z.int() }) },
  errors: ["invalid_fields", "not_found"],
});

/** Option of actions that change readings: one email for each evaluator whose readings change. */
export const notifyInput = { notify: z.boolean(wrongType).optional() };

export const applyAssignment = action({
  name: "applyAssignment",
  path: "wp/v2/staff/assignment",
  summary: "Let a proposal hold: everybody reads what it gives them",
  confirm: { step: "typed" },
  input: { ...roundInBody, proposal: z.uuid(choice), ...notifyInput },
});

export const endAssignment = action({
  name: "endAssignment",
  path: "wp/v2/staff/assignment/end",
  summary: "Let everybody read everything again",
  confirm: { step: "typed" },
  input: roundInBody,
});

export const assignmentEndpoints = [
  getAssignment,
  proposeAssignment,
  applyAssignment,
  endAssignment,
] as const;
