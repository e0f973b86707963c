import { endpoint } from "../endpoint";
import { actBody, planSchema } from "./plan";

/* An act that two people decide, between the first and the second of them. */

export const withdrawProposedAct = endpoint({
  name: "withdrawProposedAct",
  method: "POST",
  path: "wp/v2/staff/proposed-acts/{id}/withdrawal",
  summary: "Take back what one person has proposed and nobody has confirmed",
  access: "director",
  confirm: { step: "reason" },
  body: actBody({}),
  answer: { status: 200, json: planSchema },
  errors: ["invalid_fields", "not_found", "plan_changed", "act_refused"],
});
