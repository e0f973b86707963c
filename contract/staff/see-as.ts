import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, requiredLine, TEXT_MAX } from "../fields";

/*
 * Impersonation of an applicant by staff. The impersonation's token can read what the applicant can read. The back end
 * rejects all write requests with this token (docs/decisions/0045).
 */

export const seeAs = endpoint({
  name: "seeAs",
  method: "POST",
  path: "wp/v2/staff/applications/{id}/see-as",
  summary: "A token that reads as an applicant for some minutes; it cannot be renewed",
  access: "staff",
  body: z.object({ reason: requiredLine(TEXT_MAX) }),
  answer: {
    status: 201,
    json: z.object({
      token: z.string(),
      name: z.string(),
      until: instantSchema,
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const stopSeeing = endpoint({
  name: "stopSeeing",
  method: "DELETE",
  path: "wp/v2/staff/see-as",
  summary: "Stop seeing as somebody else, whoever that is",
  access: "staff",
  answer: { status: 204 },
});

export const seeAsEndpoints = [seeAs, stopSeeing];
