import { z } from "zod";
import { endpoint } from "../endpoint";
import { emailSchema } from "../fields";
import { daySchema, REQUEST_KINDS } from "./data-requests";
import { action } from "./preview";

/* Staff actions on one person. Each action has a preview (contract/staff/preview.ts). */

export const sendLink = action({
  name: "sendLink",
  path: "wp/v2/staff/people/{id}/link",
  summary: "Mail somebody the link that confirms their address, or one to choose a password",
  confirm: { step: "click" },
});

export const correctEmail = action({
  name: "correctEmail",
  path: "wp/v2/staff/people/{id}/email",
  summary:
    "Correct somebody’s address: the new one is asked, the old one is told and can call it off",
  confirm: { step: "key" },
  input: { email: emailSchema },
});

export const signOutPerson = action({
  name: "signOutPerson",
  path: "wp/v2/staff/people/{id}/sign-out",
  summary: "End every session of a person",
  confirm: { step: "reason" },
});

export const deactivatePerson = action({
  name: "deactivatePerson",
  path: "wp/v2/staff/people/{id}/deactivation",
  summary: "Deactivate an account, as its owner can",
  confirm: { step: "reason" },
});

export const reactivatePerson = action({
  name: "reactivatePerson",
  path: "wp/v2/staff/people/{id}/reactivation",
  summary: "Give a deactivated account back to its owner, applications included",
  confirm: { step: "reason" },
});

export const exportPerson = action({
  name: "exportPerson",
  path: "wp/v2/staff/people/{id}/export",
  summary:
    "Prepare the copy of everything held about a person: whoever asks may fetch it for minutes",
  confirm: { step: "key" },
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

export const erasePerson = action({
  name: "erasePerson",
  path: "wp/v2/staff/people/{id}/erasure",
  summary: "Erase the person behind a deactivated account, for good",
  access: "director",
  confirm: { step: "key", second: "erase" },
});

export const openRequest = action({
  name: "openRequest",
  path: "wp/v2/staff/people/{id}/requests",
  summary: "Keep that a person has asked for something about their data, and since when",
  confirm: { step: "reason" },
  input: {
    kind: z.enum(REQUEST_KINDS, { error: "invalid_choice" }),
    /** Day in Rome on which the data request was received, not in the future. */
    received_on: daySchema,
  },
});

export const extendRequest = action({
  name: "extendRequest",
  path: "wp/v2/staff/requests/{id}/extension",
  summary: "Take two months more to answer a request, within the first one",
  confirm: { step: "reason" },
});

export const answerRequest = action({
  name: "answerRequest",
  path: "wp/v2/staff/requests/{id}/answer",
  summary: "Close a request that has been answered",
  confirm: { step: "reason" },
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
