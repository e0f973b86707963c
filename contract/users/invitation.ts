import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import { INVITATION_ANSWERS, invitationAnswerSchema, termsSchema } from "../evaluation/invitation";
import { roundNamesSchema } from "../evaluation/rounds";
import { instantSchema, lines, mailTokenSchema, TEXT_MAX } from "../fields";

/*
 * Endpoints for an invitation to evaluate. The invited person opens the invitation with the link in the email or with
 * an existing account.
 */

const invitationSchema = termsSchema
  .extend({
    edition: z.int(),
    /** The round whose jury the invitation is for. Absent if the edition has only one round. */
    round: z.object({ number: z.int(), names: roundNamesSchema }).optional(),
    first_name: z.string(),
    /**
     * `projects` is the number of projects that applicants have sent in the edition; 0 for a later round, whose number
     * of projects would reveal results. `hours` is the estimated time to read the projects that the evaluator agreed to
     * read.
     */
    projects: z.int(),
    hours: z.int(),
    opens_at: instantSchema.nullable(),
    closes_at: instantSchema.nullable(),
    /** Deadline for the first answer to the invitation, and whether the deadline has passed without an answer. */
    answer_by: instantSchema,
    over: z.boolean(),
    answer: z.enum(INVITATION_ANSWERS).nullable(),
    words: z.string(),
    /** True if the person has begun to evaluate. The answer to the invitation can then no longer change. */
    begun: z.boolean(),
  })
  .meta({ id: "Invitation" });

export const readInvitation = endpoint({
  name: "readInvitation",
  method: "POST",
  path: "wp/v2/users/invitation/read",
  summary: "What the invitation of a mail's link asks for; this does not use it up",
  access: "anyone",
  body: z.object({ token: mailTokenSchema }),
  answer: {
    status: 200,
    /** The invitation; null if the account evaluates without an invitation. */
    json: z.object({ invitation: invitationSchema.nullable() }),
  },
  errors: ["token_expired"],
});

export const declineInvitation = endpoint({
  name: "declineInvitation",
  method: "POST",
  path: "wp/v2/users/invitation/no",
  summary: "Say no to the invitation of a mail's link, which goes on working",
  access: "anyone",
  body: z.object({ token: mailTokenSchema, words: lines(TEXT_MAX).optional() }),
  answer: { status: 204 },
  errors: ["token_expired", "not_found", "already_begun", "invitation_over"],
});

export const getMyInvitation = endpoint({
  name: "getMyInvitation",
  method: "GET",
  path: "wp/v2/users/me/invitation",
  summary: "The own invitation to evaluate the current edition",
  access: "user",
  answer: { status: 200, json: invitationSchema },
  errors: ["not_found"],
});

export const answerMyInvitation = endpoint({
  name: "answerMyInvitation",
  method: "POST",
  path: "wp/v2/users/me/invitation",
  summary: "Answer it, or change the answer until something was begun",
  access: "user",
  body: invitationAnswerSchema,
  answer: { status: 200, json: invitationSchema },
  errors: ["invalid_fields", "not_found", "already_begun", "invitation_over", "staff_on_jury"],
});

/** Terms of an invitation to evaluate, and the person's answer. */
export type Invitation = AnswerOf<typeof getMyInvitation>;

export const invitationEndpoints = [
  readInvitation,
  declineInvitation,
  getMyInvitation,
  answerMyInvitation,
] as const;
