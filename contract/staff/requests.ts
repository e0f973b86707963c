import { z } from "zod";
import { endpoint } from "../endpoint";
import { emailSchema, line } from "../fields";
import { dataRequestSchema, daySchema, REQUEST_KINDS } from "./data-requests";
import { exportAnswer, exportOptions } from "./export-options";
import { newOwnerSchema, ownerFilterSchema, ownerSchema } from "./owners";
import { pagedBy } from "./paged";
import { action, actionBody, actionPreviewSchema, pendingApprovalSchema } from "./preview";

/* Data requests, with or without an account, and the last day to answer them. */

/**
 * States of a request: open, due soon or overdue (`REQUEST_NEAR_DAYS`), with a pending approval of the
 * address's erasure, or answered.
 */
export const REQUEST_STATES = ["open", "due", "proposed", "answered"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

const REQUESTS_PER_PAGE = 15;

const requestsFilterSchema = z.object({
  state: z.enum(REQUEST_STATES, { error: "invalid_choice" }).default("open"),
  /** Each word must occur in the name or the address. */
  search: line(200).optional(),
  /** Only requests in the charge of a colleague, of the caller, or of no colleague. */
  owner: ownerFilterSchema.optional(),
});
const requestsQuerySchema = requestsFilterSchema.extend(pagedBy(REQUESTS_PER_PAGE));
export type RequestsQuery = z.input<typeof requestsQuerySchema>;

export const requestRowSchema = dataRequestSchema
  .extend({
    /** Null after the person is erased. */
    email: z.string().nullable(),
    /** Name that belongs to the address; empty if unknown. */
    name: z.string(),
    /** Id of the person's account; null without one. */
    person: z.string().nullable(),
    /** Pending approval of the address's erasure. */
    proposed: pendingApprovalSchema.nullable(),
    /** Colleague in charge; null without one. */
    owner: ownerSchema.nullable(),
  })
  .meta({ id: "DataRequestRow" });
export type RequestRow = z.infer<typeof requestRowSchema>;

const count = z.int().min(0);

export const listRequests = endpoint({
  name: "listRequests",
  method: "GET",
  path: "wp/v2/staff/requests",
  summary:
    "What people have asked for about their data: open ones by the day they are due, closed ones last first",
  access: "staff",
  query: requestsQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      requests: z.array(requestRowSchema),
      total: count,
      /** Number of requests per state, regardless of the search, of the colleague in charge's if `owner` is given. */
      counts: z.object({ open: count, due: count, proposed: count, answered: count }),
      /** Today in Rome, from which the remaining days are counted. */
      today: daySchema,
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

export const exportRequests = endpoint({
  name: "exportRequests",
  method: "GET",
  path: "wp/v2/staff/requests/export",
  summary: "The same requests about data as a table",
  access: "staff",
  query: requestsFilterSchema.extend(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields", "proof_required", "key_required"],
});

export const openRequestFrom = endpoint({
  name: "openRequestFrom",
  method: "POST",
  path: "wp/v2/staff/requests",
  summary:
    "Keep that whoever reads an address has asked for something about their data; an account is not needed",
  access: "staff",
  confirm: { step: "reason" },
  body: actionBody({
    email: emailSchema,
    kind: z.enum(REQUEST_KINDS, { error: "invalid_choice" }),
    /** Day in Rome, not in the future. */
    received_on: daySchema,
  }),
  answer: { status: 200, json: actionPreviewSchema },
  errors: ["invalid_fields", "plan_changed", "act_refused"],
});

export const eraseAddress = action({
  name: "eraseAddress",
  path: "wp/v2/staff/requests/{id}/erasure",
  summary:
    "Erase the address that an open request for erasure came from, which has no account, for good",
  access: "director",
  confirm: { step: "key", second: "erase" },
});

export const assignRequest = action({
  name: "assignRequest",
  path: "wp/v2/staff/requests/{id}/owner",
  summary: "Put a colleague, or nobody, in charge of a data request",
  confirm: { step: "click" },
  input: { owner: newOwnerSchema },
});

export const requestEndpoints = [
  listRequests,
  exportRequests,
  openRequestFrom,
  eraseAddress,
  assignRequest,
];
