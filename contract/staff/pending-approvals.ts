import { action } from "./preview";

/* Endpoint with which a director withdraws a pending approval, which is an action that waits for a second person. */

export const withdrawProposedAct = action({
  name: "withdrawProposedAct",
  path: "wp/v2/staff/proposed-acts/{id}/withdrawal",
  summary: "Take back what one person has proposed and nobody has confirmed",
  access: "director",
  confirm: { step: "reason" },
});
