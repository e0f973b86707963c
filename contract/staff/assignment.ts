import { z } from "zod";
import { READINGS_MAX } from "../edition-figures";
import { type AnswerOf, endpoint } from "../endpoint";
import { editionRoundQuery } from "../evaluation/evaluation-schemas";
import { roundInBody } from "../evaluation/rounds";
import { instantSchema, wrongType } from "../fields";
import { action } from "./preview";
import { roundStripInAnswer } from "./rounds";

/*
 * Assignment of projects to evaluators. Without a plan, all evaluators read all projects. With a plan, a fixed number
 * of evaluators read each project. Responses count readings and never contain scores (rule staff.blind).
 */

/** Maximum length of the list of projects with too few evaluators in a response. */
export const SHORT_SHOWN = 50;

/**
 * States of the calculation of a proposed assignment. If the instance that runs the calculation stops, another instance
 * starts the calculation again.
 */
export const PROPOSAL_STATES = ["waiting", "reading", "solving", "done", "failed"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/**
 * Reasons why a project has too few evaluators: too few evaluators on the jury, conflicts of interest, evaluators at
 * their maximum number of projects, or a change of the jury or of the projects since the plan was created.
 */
export const SHORT_REASONS = ["few", "conflicts", "capacity", "since"] as const;
export type ShortReason = (typeof SHORT_REASONS)[number];

const count = z.int().min(0);
const choice = { error: "invalid_choice" } as const;
const wrongNumber = { error: "invalid_type" } as const;
const readings = z.int(wrongType).min(1, wrongNumber).max(READINGS_MAX, wrongNumber);

/** Summary of an assignment plan. */
const shapeSchema = z.object({
  /** Number of assigned readings (`readings`), and how many of them evaluators have begun (`begun`). */
  readings: count,
  begun: count,
  /**
   * For each number of assigned projects (`load`), the number of evaluators who have this number of projects, the
   * smallest `load` first. Omits loads without evaluators.
   */
  loads: z.array(z.object({ load: count, evaluators: count })),
  /**
   * Number of readings of projects that are outside the sectors stated by the evaluator. Readings of evaluators who
   * stated no sectors do not count.
   */
  outside: count,
  /**
   * Number of readings of projects in languages that the evaluator did not state. Readings of evaluators who stated no
   * languages do not count.
   */
  foreign: count,
  /** Number of assigned readings that staff fixed by hand. */
  fixed: count,
  /** Number of projects with too few evaluators, by reason. `shortest` lists the first of these projects. */
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
/**
 * How many projects a plan adds, removes, and keeps for one evaluator. Lists of these objects are ordered by the
 * evaluators' names. For an evaluator who has closed the evaluation, a plan can only remove projects.
 */
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
   * Summary of the proposal for the current jury and projects. `changes` compares the proposal with the current plan.
   * Without a plan, `changes` compares the proposal with an assignment of every project to every evaluator. `shape` and
   * `changes` are null until the proposal is done.
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
      /** True for the current edition. Staff can change only the current edition's assignments. */
      current: z.boolean(),
      projects: count,
      /** Number of evaluators, and number of evaluators who have closed their evaluations. */
      evaluators: count,
      closed: count,
      /**
       * `wanted` is the default number of readings per project for a new proposal: the number of the round, or else of
       * the edition. `plan` is the current plan; null while all evaluators read all projects.
       */
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
    /** Seed of the random numbers. The same seed gives the same proposal. The default is a random seed. */
    seed: z.int(wrongType).min(0, wrongNumber).max(2_147_483_647, wrongNumber).optional(),
  }),
  answer: { status: 202, json: z.object({ id: z.string(), seed: z.int() }) },
  errors: ["invalid_fields", "not_found"],
});

/** Option of actions that change assignments: sends one email to each evaluator whose projects change. */
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
