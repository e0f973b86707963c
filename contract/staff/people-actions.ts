import { z } from "zod";
import { endpoint } from "../endpoint";
import { emailSchema } from "../fields";
import { daySchema, REQUEST_KINDS } from "./data-requests";
import { actionBody, actionPreviewSchema } from "./preview";

/* Staff actions on one person. Each action has a preview (contract/staff/preview.ts). */

const answer = { status: 200, json: actionPreviewSchema } as const;
const errors = ["invalid_fields", "not_found", "plan_changed", "act_refused"] as const;
const body = actionBody({});

export const sendLink = endpoint({
  name: "sendLink",
  method: "POST",
  path: "wp/v2/staff/people/{id}/link",
  summary: "Mail somebody the link that confirms their address, or one to choose a password",
  access: "staff",
  confirm: { step: "click" },
  body,
  answer,
  errors,
});

export const correctEmail = endpoint({
  name: "correctEmail",
  method: "POST",
  path: "wp/v2/staff/people/{id}/email",
  summary:
    "Correct somebody’s address: the new one is asked, the old one is told and can call it off",
  access: "staff",
  proof: "key",
  confirm: { step: "key" },
  body: actionBody({ email: emailSchema }),
  answer,
  errors: [...errors, "proof_required", "key_required"],
});

export const signOutPerson = endpoint({
  name: "signOutPerson",
  method: "POST",
  path: "wp/v2/staff/people/{id}/sign-out",
  summary: "End every session of a person",
  access: "staff",
  confirm: { step: "reason" },
  body,
  answer,
  errors,
});

export const deactivatePerson = endpoint({
  name: "deactivatePerson",
  method: "POST",
  path: "wp/v2/staff/people/{id}/deactivation",
  summary: "Deactivate an account, as its owner can",
  access: "staff",
  confirm: { step: "reason" },
  body,
  answer,
  errors,
});

export const reactivatePerson = endpoint({
  name: "reactivatePerson",
  method: "POST",
  path: "wp/v2/staff/people/{id}/reactivation",
  summary: "Give a deactivated account back to its owner, applications included",
  access: "staff",
  confirm: { step: "reason" },
  body,
  answer,
  errors,
});

export const exportPerson = endpoint({
  name: "exportPerson",
  method: "POST",
  path: "wp/v2/staff/people/{id}/export",
  summary:
    "Prepare the copy of everything held about a person: whoever asks may fetch it for minutes",
  access: "staff",
  proof: "key",
  confirm: { step: "key" },
  body,
  answer,
  errors: [...errors, "proof_required", "key_required"],
});

export const downloadPerson = endpoint({
  name: "downloadPerson",
  method: "GET",
  path: "wp/v2/staff/people/{id}/export",
  summary: "The copy that the caller has prepared, the same zip that the person gets",
  access: "staff",
  proof: "key",
  answer: { status: 200, bytes: "application/zip" },
  errors: ["not_found", "proof_required", "key_required"],
});

export const erasePerson = endpoint({
  name: "erasePerson",
  method: "POST",
  path: "wp/v2/staff/people/{id}/erasure",
  summary: "Erase the person behind a deactivated account, for good",
  access: "director",
  proof: "key",
  confirm: { step: "key", second: "erase" },
  body,
  answer,
  errors: [...errors, "proof_required", "key_required"],
});

export const openRequest = endpoint({
  name: "openRequest",
  method: "POST",
  path: "wp/v2/staff/people/{id}/requests",
  summary: "Keep that a person has asked for something about their data, and since when",
  access: "staff",
  confirm: { step: "reason" },
  body: actionBody({
    kind: z.enum(REQUEST_KINDS, { error: "invalid_choice" }),
    /** Day in Rome, not in the future. */
    received_on: daySchema,
  }),
  answer,
  errors,
});

export const extendRequest = endpoint({
  name: "extendRequest",
  method: "POST",
  path: "wp/v2/staff/requests/{id}/extension",
  summary: "Take two months more to answer a request, within the first one",
  access: "staff",
  confirm: { step: "reason" },
  body,
  answer,
  errors,
});

export const answerRequest = endpoint({
  name: "answerRequest",
  method: "POST",
  path: "wp/v2/staff/requests/{id}/answer",
  summary: "Close a request that has been answered",
  access: "staff",
  confirm: { step: "reason" },
  body,
  answer,
  errors,
});

export const peopleActions = [
  sendLink,
  correctEmail,
  signOutPerson,
  deactivatePerson,
  reactivatePerson,
  exportPerson,
  downloadPerson,
  erasePerson,
  openRequest,
  extendRequest,
  answerRequest,
];
