import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { instantSchema, line } from "../fields";
import { pagedBy } from "./paged";
import { actBody, BULK, planSchema, selectionOf } from "./plan";

/* The applications of an edition, sent or not, as those who run the programme see them: without a score. */

/** What an application is, one at a time. */
export const APPLICATION_STATES = ["begun", "complete", "sent", "changed", "withdrawn"] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** Returns the name of a state for a reader: an application that was never sent was deleted, not withdrawn. */
export function stateNameOf({ state, number }: Pick<ApplicationRow, "state" | "number">) {
  return state === "withdrawn" && number === null ? "deleted" : state;
}

/**
 * What went wrong with it: the same file refused twice or more and none accepted since, an upload begun an hour ago or more and
 * neither finished nor made up for, a mail about it that failed, an address nobody confirmed.
 */
export const TROUBLES = ["refused", "interrupted", "mail_failed", "unconfirmed"] as const;
export type Trouble = (typeof TROUBLES)[number];

/** How often it was read: less often than each should be. */
export const READ = ["few"] as const;

/** How far an application's own deadline is. */
export const DUE = ["ahead", "soon"] as const;

/** Rows of a page, unless asked for fewer. */
export const APPLICATIONS_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;

/** Which applications: each parameter that is given has to be true of them. Withdrawn ones only where asked for. */
export const applicationsFilterSchema = editionQuery.extend({
  state: z.enum(APPLICATION_STATES, choice).optional(),
  /** Every word of it: of the project's name, the people, an address, a phone number, or a receipt's number. */
  search: line(200).optional(),
  trouble: z.enum(TROUBLES, choice).optional(),
  /** Only those with more time than everybody. */
  extended: z.enum(["yes"], choice).optional(),
  /** Only those whose own deadline is still to come, or comes within the last days (`LAST_DAYS`). */
  due: z.enum(DUE, choice).optional(),
  /** Only those sent that fewer have read than should (rule staff.readings). */
  readings: z.enum(READ, choice).optional(),
});

export const applicationsQuerySchema = applicationsFilterSchema.extend(
  pagedBy(APPLICATIONS_PER_PAGE),
);
export type ApplicationsQuery = z.input<typeof applicationsQuerySchema>;

const count = z.int().min(0);

export const applicationRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    person: z.string(),
    email: z.string(),
    /** Of the receipt; null before it was sent. */
    number: z.string().nullable(),
    state: z.enum(APPLICATION_STATES),
    /** Of the required fields, how many are filled, step by step. */
    steps: z.array(z.object({ filled: count, required: count })),
    saved_at: instantSchema,
    /** More time than everybody has. */
    extended_until: instantSchema.nullable(),
    troubles: z.array(z.object({ name: z.enum(TROUBLES), count })),
  })
  .meta({ id: "StaffApplication" });
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

export const listApplications = endpoint({
  name: "listApplications",
  method: "GET",
  path: "wp/v2/staff/applications",
  summary: "The applications of an edition, sent or not, the last saved first",
  access: "staff",
  query: applicationsQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      /** The edition whose applications can be acted upon. */
      current: z.boolean(),
      closes_at: instantSchema,
      applications: z.array(applicationRowSchema),
      /** How many match, and how many there are of each state, withdrawn ones apart, whatever is asked for. */
      total: count,
      states: z.object(
        Object.fromEntries(APPLICATION_STATES.map((state) => [state, count])) as Record<
          ApplicationState,
          typeof count
        >,
      ),
      extended: count,
      troubles: z.object(
        Object.fromEntries(TROUBLES.map((trouble) => [trouble, count])) as Record<
          Trouble,
          typeof count
        >,
      ),
      /** The `after` of the page that follows, the `before` of the one that leads here; null where there is none. */
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const exportApplications = endpoint({
  name: "exportApplications",
  method: "GET",
  path: "wp/v2/staff/applications/export",
  summary: "The same applications as a table, to reach the people behind them",
  access: "staff",
  query: applicationsFilterSchema,
  answer: { status: 200, bytes: "text/csv; charset=utf-8", headers: ["X-WP-Total"] },
  errors: ["invalid_fields", "not_found", "proof_required", "key_required"],
});

const selection = selectionOf(applicationsFilterSchema);

/** The rows that were chosen, as the same table: their ids are too many for an address. */
export const exportChosenApplications = endpoint({
  name: "exportChosenApplications",
  method: "POST",
  path: "wp/v2/staff/applications/export",
  summary: "The applications that were chosen, as the same table",
  access: "staff",
  body: z.object({ selection }),
  answer: { status: 200, bytes: "text/csv; charset=utf-8", headers: ["X-WP-Total"] },
  errors: ["invalid_fields", "not_found", "proof_required", "key_required"],
});
const act = { selection };
const answer = { status: 200, json: planSchema } as const;
const errors = ["invalid_fields", "not_found", "plan_changed", "act_refused"] as const;

export const extendApplications = endpoint({
  name: "extendApplications",
  method: "POST",
  path: "wp/v2/staff/applications/extension",
  summary: "Give some applicants more time, until a day or an hour of Rome",
  access: "staff",
  confirm: BULK,
  body: actBody({
    ...act,
    /** A day, whose end is meant, or an hour of it, in Rome. */
    until: z.union([z.iso.date(), z.iso.datetime({ local: true, precision: -1 })], choice),
  }),
  answer,
  errors,
});

export const unextendApplications = endpoint({
  name: "unextendApplications",
  method: "POST",
  path: "wp/v2/staff/applications/unextension",
  summary: "Take the extension of some applicants back",
  access: "staff",
  confirm: BULK,
  body: actBody(act),
  answer,
  errors,
});

export const restoreApplications = endpoint({
  name: "restoreApplications",
  method: "POST",
  path: "wp/v2/staff/applications/restoration",
  summary: "Take the withdrawal of some applications back: what was sent counts again",
  access: "staff",
  confirm: BULK,
  body: actBody(act),
  answer,
  errors,
});

export const remindApplications = endpoint({
  name: "remindApplications",
  method: "POST",
  path: "wp/v2/staff/applications/reminders",
  summary: "Remind some applicants now of what they have not sent",
  access: "staff",
  confirm: BULK,
  body: actBody(act),
  answer,
  errors,
});

export const applicationsEndpoints = [
  listApplications,
  exportApplications,
  exportChosenApplications,
  extendApplications,
  unextendApplications,
  restoreApplications,
  remindApplications,
];
