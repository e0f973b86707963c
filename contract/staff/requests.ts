import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { emailSchema, line } from "../fields";
import { dataRequestSchema, daySchema, REQUEST_KINDS } from "./data-requests";
import { exportAnswer, exportOptions } from "./export-options";
import { newOwnerSchema, ownerFilterSchema, ownerSchema } from "./owners";
import { pagedBy } from "./paged";
import { action, actionBody, actionPreviewSchema, pendingApprovalSchema } from "./preview";

/* Endpoints for data requests of people with or without an account, each with the last day for an answer. */

/**
 * States of a data request: open, due soon or overdue (`REQUEST_NEAR_DAYS`), answered, or waiting for a second person's
 * approval of an erasure. `all` selects all data requests.
 */
export const REQUEST_STATES = ["open", "due", "proposed", "answered", "all"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

const REQUESTS_PER_PAGE = 15;

const requestsFilterSchema = z.object({
  state: z.enum(REQUEST_STATES, { error: "invalid_choice" }).default("open"),
  /** Search words. Each word must occur in the person's name or email address. */
  search: line(200).optional(),
  kind: z.enum(REQUEST_KINDS, { error: "invalid_choice" }).optional(),
  /** Filter: only data requests that were received in this year. */
  year: editionQuery.shape.edition,
  /** Filter: only data requests in the charge of a colleague, of the caller, or of no colleague. */
  owner: ownerFilterSchema.optional(),
});
const requestsQuerySchema = requestsFilterSchema.extend(pagedBy(REQUESTS_PER_PAGE));
export type RequestsQuery = z.input<typeof requestsQuerySchema>;

export const requestRowSchema = dataRequestSchema
  .extend({
    /** Email address of the person; null after the person is erased. */
    email: z.string().nullable(),
    /** Name that belongs to the email address; empty if unknown. */
    name: z.string(),
    /** Id of the person's account; null if the person has no account. */
    person: z.string().nullable(),
    /** Pending approval of the erasure of the email address's data. */
    proposed: pendingApprovalSchema.nullable(),
    /** Colleague in charge of the data request; null if there is none. */
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
      /**
       * Number of data requests per state, regardless of the search. With the filter `owner`, only the data requests
       * that match this filter count.
       */
      counts: z.object({ open: count, due: count, proposed: count, answered: count, all: count }),
      /** Today's date in Rome, to count the days left for answering a data request. */
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
    /** Day in Rome on which the data request was received, not in the future. */
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
