import { endpoint } from "../endpoint";
import { actionBody, actionPreviewSchema } from "./preview";

/* Endpoint for pending approvals, which wait for the second person. */

export const withdrawProposedAct = endpoint({
  name: "withdrawProposedAct",
  method: "POST",
  path: "wp/v2/staff/proposed-acts/{id}/withdrawal",
  summary: "Take back what one person has proposed and nobody has confirmed",
  access: "director",
  confirm: { step: "reason" },
  body: actionBody({}),
  answer: { status: 200, json: actionPreviewSchema },
  errors: ["invalid_fields", "not_found", "plan_changed", "act_refused"],
});
