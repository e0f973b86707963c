import { z } from "zod";
import { endpoint } from "../endpoint";
import { discussionSchema } from "../evaluation/discussion";
import { editionRoundQuery, yearSchema } from "../evaluation/evaluation-schemas";
import { roundInAnswer, roundInBody } from "../evaluation/rounds";
import { instantSchema, wrongType } from "../fields";
import { action } from "./preview";

/*
 * Evaluators' discussions as staff see them. At first, staff see only counts. Once staff can read the ranking, they
 * also see texts and names.
 */

const count = z.int().min(0);
const number = z.number().nullable();
export const DISCUSSIONS_PER_PAGE = 20;

const reader = discussionSchema.shape.readers.element;
const contribution = discussionSchema.shape.contributions.element;
const summary = discussionSchema.shape.summary.unwrap();

export const staffDiscussionSchema = z
  .object({
    id: z.string(),
    nome: z.string(),
    /**
     * The project's calibrated mean (`value`) and rank. `first` uses the scores before the discussion, `last` the
     * revised scores.
     */
    value: z.object({ first: number, last: number }),
    rank: z.object({ first: number, last: number }),
    readers: z.array(
      reader.pick({ number: true, total: true, first: true, revisions: true }).extend({
        name: z.string(),
      }),
    ),
    contributions: z.array(
      contribution.pick({ id: true, at: true }).extend({
        author: z.string(),
        text: z.string(),
        hidden_at: instantSchema.nullable(),
      }),
    ),
    summary: summary.extend({ agreed: z.array(z.string()) }).nullable(),
  })
  .meta({ id: "StaffDiscussion" });
export type StaffDiscussion = z.infer<typeof staffDiscussionSchema>;

export const listStaffDiscussions = endpoint({
  name: "listStaffDiscussions",
  method: "GET",
  path: "wp/v2/staff/discussions",
  summary: "The discussions of a round: counts until its ranking is open to staff, then the texts",
  access: "staff",
  query: editionRoundQuery.extend({
    page: z.coerce
      .number({ error: "invalid_type" })
      .int({ error: "invalid_choice" })
      .min(1, { error: "invalid_choice" })
      .default(1),
  }),
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      ...roundInAnswer,
      /** Whether the evaluators of the round discuss projects. */
      given: z.boolean(),
      /** Whether staff can read the ranking of the round and therefore the discussions' texts. */
      open: z.boolean(),
      /** Whether evaluators can still discuss. False once the round's results are final or released. */
      running: z.boolean(),
      chair: z.string().nullable(),
      jurors: z.array(z.object({ id: z.string(), name: z.string() })),
      counts: z.object({
        projects: count,
        contributions: count,
        revisions: count,
        summaries: count,
      }),
      page: z.int(),
      pages: z.int(),
      /** Discussed projects, starting with the project whose calibrated mean changed most. */
      projects: z.array(staffDiscussionSchema),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const nameChair = action({
  name: "nameChair",
  path: "wp/v2/staff/discussions/chair",
  summary: "Name the evaluator who writes the summaries of a round’s discussions",
  confirm: { step: "reason" },
  input: { edition: yearSchema, ...roundInBody, evaluator: z.uuid({ error: "invalid_choice" }) },
});

export const hideContribution = action({
  name: "hideContribution",
  path: "wp/v2/staff/discussions/{id}/hiding",
  summary: "Hide a contribution from the evaluators, or show it again",
  confirm: { step: "reason" },
  input: { hidden: z.boolean(wrongType) },
  errors: ["jury_not_closed"],
});

export const staffDiscussionEndpoints = [
  listStaffDiscussions,
  nameChair,
  hideContribution,
] as const;
