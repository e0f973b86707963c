import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { instantSchema, line } from "../fields";
import { pagedBy } from "./paged";
import { action, BULK, selectionOf } from "./preview";

/* Applications of an edition, sent or not, for staff. Without scores. */

/** States of an application. Each application has exactly one. */
export const APPLICATION_STATES = ["begun", "complete", "sent", "changed", "withdrawn"] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** Returns the displayed name of a state. A withdrawn application that was never sent is shown as deleted. */
export function stateNameOf({ state, number }: Pick<ApplicationRow, "state" | "number">) {
  return state === "withdrawn" && number === null ? "deleted" : state;
}

/**
 * Problems of an application:
 * - `refused`: the same file was rejected at least twice, without a later accepted upload.
 * - `interrupted`: an upload began at least an hour ago and is unfinished, without a replacement.
 * - `mail_failed`: an email failed.
 * - `unconfirmed`: the address is not confirmed.
 */
export const APPLICATION_PROBLEMS = [
  "refused",
  "interrupted",
  "mail_failed",
  "unconfirmed",
] as const;
export type ApplicationProblem = (typeof APPLICATION_PROBLEMS)[number];

/** Filter by readings: `few` is fewer than wanted. */
export const READ = ["few"] as const;

/** Filter by the application's own deadline. */
export const DUE = ["ahead", "soon"] as const;

/** Default number of rows per page. */
export const APPLICATIONS_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;

/**
 * Filter of applications. An application must match each given parameter. Withdrawn ones match only if `state`
 * asks for them.
 */
export const applicationsFilterSchema = editionQuery.extend({
  state: z.enum(APPLICATION_STATES, choice).optional(),
  /** Each word must occur in the name, the people, an address, a phone number, or a receipt number. */
  search: line(200).optional(),
  trouble: z.enum(APPLICATION_PROBLEMS, choice).optional(),
  /** Only applications with a deadline extension. */
  extended: z.enum(["yes"], choice).optional(),
  /** Only applications whose own deadline is in the future, or within the last days (`LAST_DAYS`). */
  due: z.enum(DUE, choice).optional(),
  /** Only sent applications with fewer readings than wanted (rule staff.readings). */
  readings: z.enum(READ, choice).optional(),
});

const applicationsQuerySchema = applicationsFilterSchema.extend(pagedBy(APPLICATIONS_PER_PAGE));

const count = z.int().min(0);

export const applicationRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    person: z.string(),
    email: z.string(),
    /** Receipt number; null before the application was sent. */
    number: z.string().nullable(),
    state: z.enum(APPLICATION_STATES),
    /** Filled and total required fields per step. */
    steps: z.array(z.object({ filled: count, required: count })),
    saved_at: instantSchema,
    /** Deadline extension beyond the general deadline. */
    extended_until: instantSchema.nullable(),
    troubles: z.array(z.object({ name: z.enum(APPLICATION_PROBLEMS), count })),
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
      /** True for the edition whose applications staff can act on. */
      current: z.boolean(),
      closes_at: instantSchema,
      applications: z.array(applicationRowSchema),
      /** Number of matches. `states` has the number per state, withdrawn ones separately, regardless of the filter. */
      total: count,
      states: z.object(
        Object.fromEntries(APPLICATION_STATES.map((state) => [state, count])) as Record<
          ApplicationState,
          typeof count
        >,
      ),
      extended: count,
      troubles: z.object(
        Object.fromEntries(APPLICATION_PROBLEMS.map((trouble) => [trouble, count])) as Record<
          ApplicationProblem,
          typeof count
        >,
      ),
      /** Cursors of the next page (`after`) and of the previous page (`before`); null if there is none. */
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

const neighbour = z.object({ id: z.string(), name: z.string() }).nullable();

export const getApplicationNeighbours = endpoint({
  name: "getApplicationNeighbours",
  method: "GET",
  path: "wp/v2/staff/applications/{id}/neighbours",
  summary: "Where an application stands in the filtered list, what is before and after it",
  access: "staff",
  query: applicationsFilterSchema.omit({ edition: true }),
  answer: {
    status: 200,
    json: z.object({
      /** Position from 1. The application itself counts, even if it no longer matches the filters. */
      place: count,
      total: count,
      previous: neighbour,
      next: neighbour,
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

const selection = selectionOf(applicationsFilterSchema);

/** Exports selected rows as the same table. A POST request, because the ids are too long for a URL. */
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

export const extendApplications = action({
  name: "extendApplications",
  path: "wp/v2/staff/applications/extension",
  summary: "Give some applicants more time, until a day or an hour of Rome",
  confirm: BULK,
  input: {
    ...act,
    /** In Rome: a day, which means its end, or a date with a time. */
    until: z.union([z.iso.date(), z.iso.datetime({ local: true, precision: -1 })], choice),
  },
});

export const unextendApplications = action({
  name: "unextendApplications",
  path: "wp/v2/staff/applications/unextension",
  summary: "Take the extension of some applicants back",
  confirm: BULK,
  input: act,
});

export const restoreApplications = action({
  name: "restoreApplications",
  path: "wp/v2/staff/applications/restoration",
  summary: "Take the withdrawal of some applications back: what was sent counts again",
  confirm: BULK,
  input: act,
});

export const remindApplications = action({
  name: "remindApplications",
  path: "wp/v2/staff/applications/reminders",
  summary: "Remind some applicants now of what they have not sent",
  confirm: BULK,
  input: act,
});

export const applicationsEndpoints = [
  listApplications,
  exportApplications,
  exportChosenApplications,
  getApplicationNeighbours,
  extendApplications,
  unextendApplications,
  restoreApplications,
  remindApplications,
];
