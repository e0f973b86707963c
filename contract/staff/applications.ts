import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { DECISION_OUTCOMES, STAGE_IDS } from "../evaluation/funnel";
import { roundInAnswer } from "../evaluation/rounds";
import { instantSchema, line } from "../fields";
import { LANGUAGES } from "../languages";
import { INFO } from "../project/options";
import { FIELD_NAMES, type FieldOf, type ProjectField, ruleOf } from "../project/project-fields";
import { APPLICATION_STATES, type ApplicationState } from "./application-states";
import { exportAnswer, exportOptions, exportRows } from "./export-options";
import { newOwnerSchema, ownerFilterSchema, ownerSchema } from "./owners";
import { sortedPagesBy } from "./paged";
import { action, BULK, selectionOf } from "./preview";
import { tagFilterSchema, tagListSchema, tagSchema } from "./tag-schemas";

/* Endpoints with which staff list an edition's applications, both sent applications and drafts, without scores. */

/**
 * Problems of an application:
 * - `refused`: files for the same field were rejected at least twice, without a later accepted upload.
 * - `interrupted`: an upload began at least an hour ago and is unfinished, and the field has no later file.
 * - `video_failed`: the conversion of a current video or PowerPoint deck failed, so the page cannot show the file.
 * - `mail_failed`: the last email to the applicant's address was rejected or given up.
 * - `unconfirmed`: the applicant's email address is not confirmed.
 */
export const APPLICATION_PROBLEMS = [
  "refused",
  "interrupted",
  "video_failed",
  "mail_failed",
  "unconfirmed",
] as const;
export type ApplicationProblem = (typeof APPLICATION_PROBLEMS)[number];

/**
 * Filter by number of readings: `few` matches applications with fewer readings than wanted. The reading plan, the round
 * or the edition sets the wanted number.
 */
export const READ = ["few"] as const;
/**
 * Filter by the number of evaluators who read the application: "3" is exactly three, "3-" at least three, "0-2" at most
 * two.
 */
const READINGS = /^(\d{1,4})(-(\d{1,4})?)?$/;

/**
 * Returns the lowest and the highest number of readings that a filter allows, both included. Returns null for the
 * filter `few`, which names no numbers.
 */
export function readingsRange(readings: string): { from: number; to: number } | null {
  const [, from, dash, to] = READINGS.exec(readings) ?? [];
  if (from === undefined) return null;
  return {
    from: Number(from),
    to: to ? Number(to) : dash ? Number.POSITIVE_INFINITY : Number(from),
  };
}

/**
 * Filter by the outcome of a selection stage. `undecided` means that a sent application has no decision for the stage.
 */
export const OUTCOMES = [...DECISION_OUTCOMES, "undecided"] as const;

/** Filter by earlier participation: whether the applicant sent an application to an earlier edition. */
export const EARLIER = ["yes", "no"] as const;

/**
 * Answers with few possible values, by which staff filter applications. The filter compares the submission, never the
 * draft.
 */
export type AnswerFilter = FieldOf<"choice" | "year">;
const isAnswerFilter = (name: ProjectField): name is AnswerFilter =>
  ["choice", "year"].includes(ruleOf(name).kind);
export const ANSWER_FILTERS = FIELD_NAMES.filter(isAnswerFilter);

/**
 * Filter by the applicant's own deadline: `ahead` is any deadline in the future, and `soon` is a deadline within the
 * next `LAST_DAYS` days.
 */
export const DUE = ["ahead", "soon"] as const;

/** Filter by whether an application has notes of staff. */
export const NOTES = ["yes", "no"] as const;
/** Filter for applications that need attention: a check of the page *Today* reports a problem with them. */
export const NEEDS = ["yes"] as const;
/** Default number of applications per page. */
export const APPLICATIONS_PER_PAGE = 15;

/** Numbers of applications per page that the list offers. */
export const APPLICATION_PAGE_SIZES = [APPLICATIONS_PER_PAGE, 50, 100] as const;

const choice = { error: "invalid_choice" } as const;

/** Returns the schema of a filter by an answer, which accepts one of the field's options or a year. */
function answerFilter(name: AnswerFilter) {
  const rule = ruleOf(name);
  const value =
    rule.kind === "choice" ? z.enum(rule.options, choice) : line(4).regex(/^\d{4}$/, choice);
  return value.optional();
}

/**
 * Filter of applications. An application must match each given parameter. The filter excludes withdrawn applications
 * unless `state` selects them. Lists, exports, letters, actions, saved views, and links use this filter.
 *
 * Filters by answers, stages, and readings compare the submission, never the draft, because staff need a reason to open
 * a draft (rule staff.reads-sent).
 */
export const applicationsFilterSchema = editionQuery.extend({
  state: z.enum(APPLICATION_STATES, choice).optional(),
  /**
   * Search words. Each word must occur in the name, the people, an address, a phone number, a receipt number, or a note
   * of staff.
   */
  search: line(200).optional(),
  trouble: z.enum(APPLICATION_PROBLEMS, choice).optional(),
  /** Filter: only applications with a deadline extension. */
  extended: z.enum(["yes"], choice).optional(),
  /**
   * Filter by the deadline of each application: `ahead` is any deadline in the future, and `soon` is a deadline within
   * the next `LAST_DAYS` days.
   */
  due: z.enum(DUE, choice).optional(),
  /**
   * Filter by readings, which omits applications that are not sent: fewer readings than wanted (`few`, rule
   * staff.readings), or a number of readings such as "3" or "0-2".
   */
  readings: z.union([z.enum(READ), line(9).regex(READINGS)], choice).optional(),
  ...(Object.fromEntries(ANSWER_FILTERS.map((name) => [name, answerFilter(name)])) as Record<
    AnswerFilter,
    ReturnType<typeof answerFilter>
  >),
  /** Filter: only applications with a member of the team who heard of the programme in this way. */
  heard: z.enum(INFO, choice).optional(),
  /** Filter: only applications that were first sent on this day in Rome. */
  sent_on: z.iso.date(choice).optional(),
  /** Filter: only applicants who read emails in this language. */
  language: z.enum(LANGUAGES, choice).optional(),
  /**
   * Filter by the outcome of a selection stage. `outcome` alone matches this outcome in any stage. `reached` alone
   * matches applications that are selected in this stage. Unreleased outcomes match only once staff can read the
   * ranking (rule staff.blind).
   */
  reached: z.enum(STAGE_IDS, choice).optional(),
  outcome: z.enum(OUTCOMES, choice).optional(),
  /** Filter: only applicants who sent an application to an earlier edition, or only applicants who did not. */
  earlier: z.enum(EARLIER, choice).optional(),
  /** Filter: only applications with a tag, or without tags. */
  tag: tagFilterSchema.optional(),
  /** Filter: only applications in the charge of one colleague, of the caller, or of no colleague. */
  owner: ownerFilterSchema.optional(),
  /** Filter: only applications with notes of staff, or only applications without notes. */
  notes: z.enum(NOTES, choice).optional(),
  needs: z.enum(NEEDS, choice).optional(),
});

/** Columns of the list of applications, in the default order. */
export const APPLICATION_COLUMNS = [
  "name",
  "person",
  "email",
  "phone",
  "language",
  "number",
  "state",
  "progress",
  "saved",
  "sent",
  "deadline",
  "signals",
  ...ANSWER_FILTERS,
  "readings",
  "reached",
  "earlier",
  "tags",
  "owner",
] as const;
export type ApplicationColumn = (typeof APPLICATION_COLUMNS)[number];

/** Columns that can sort the list of applications. Tags cannot, because an application can have several. */
export type SortColumn = Exclude<ApplicationColumn, "tags">;
export const isSortColumn = (column: ApplicationColumn): column is SortColumn => column !== "tags";

/** Order of the list of applications: a column's name, with a minus sign for descending order. */
export type ApplicationSort = SortColumn | `-${SortColumn}`;
/** Default order of the list: the most recently saved application first. */
export const DEFAULT_SORT: ApplicationSort = "-saved";
const SORTS = APPLICATION_COLUMNS.filter(isSortColumn).flatMap((name): ApplicationSort[] => [
  name,
  `-${name}`,
]);

/** Filter and order of the list of applications. Applications with equal values are ordered by id. */
export const applicationsOrderSchema = applicationsFilterSchema.extend({
  sort: z.enum(SORTS, choice).default(DEFAULT_SORT),
});

/** Default columns of the list of applications, in addition to the column with the name. */
export const DEFAULT_COLUMNS: readonly ApplicationColumn[] = [
  "state",
  "progress",
  "saved",
  "deadline",
  "signals",
];

/**
 * Returns the visible columns of the list of applications, in their order. These are the columns in the page's address,
 * or the default columns if the address contains none.
 */
export const columnsOf = (columns: string | undefined): readonly ApplicationColumn[] =>
  columns ? (columns.split(".") as ApplicationColumn[]) : DEFAULT_COLUMNS;

/** Visible columns in addition to the column with the name, joined by dots. Each column appears at most once. */
const columnsSchema = z.string().refine((text) => {
  const names = text.split(".");
  const isKnown = names.every(
    (name) => name !== "name" && APPLICATION_COLUMNS.some((one) => one === name),
  );
  return isKnown && new Set(names).size === names.length;
}, choice);

/** Query of the list of applications. The page's address contains the same query. */
export const applicationsQuerySchema = applicationsOrderSchema.extend({
  ...sortedPagesBy(APPLICATIONS_PER_PAGE),
  /** Visible columns of the list. Readings are counted only if their column is visible. */
  columns: columnsSchema.optional(),
});
const count = z.int().min(0);

export const applicationRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Id and name of the applicant's account. */
    person_id: z.string(),
    person: z.string(),
    email: z.string(),
    language: z.enum(LANGUAGES),
    /** Receipt number; null before the application was sent. */
    number: z.string().nullable(),
    state: z.enum(APPLICATION_STATES),
    /**
     * For each step of the application, how many required fields are filled, and how many required fields the step has.
     */
    steps: z.array(z.object({ filled: count, required: count })),
    saved_at: instantSchema,
    /** End of the applicant's deadline extension. */
    extended_until: instantSchema.nullable(),
    troubles: z.array(z.object({ name: z.enum(APPLICATION_PROBLEMS), count })),
    /** Time of the last submission; null if the application was never sent. */
    sent_at: instantSchema.nullable(),
    /** Phone number of the contact person in the submission; null without one. */
    phone: z.string().nullable(),
    /** Answers in the submission, without empty answers. Contains no answers for drafts and withdrawn applications. */
    answers: z.partialRecord(z.enum(ANSWER_FILTERS), z.string()),
    /**
     * Number of evaluators who read the application. Null without a submission, while hidden from staff (rule
     * staff.blind), or if `columns` does not include it.
     */
    readings: count.nullable(),
    /**
     * Outcomes of the application per selection stage, in order. Unreleased outcomes appear only once staff can read
     * the ranking.
     */
    outcomes: z.array(
      z.object({
        stage: z.enum(STAGE_IDS),
        outcome: z.enum(DECISION_OUTCOMES),
        released: z.boolean(),
      }),
    ),
    /** True if the applicant sent an application to an earlier edition. */
    earlier: z.boolean(),
    /** Tags of the application, ordered by name. */
    tags: z.array(tagSchema),
    /** Colleague in charge of the application; null if there is none. */
    owner: ownerSchema.nullable(),
    /** Number of the application's notes. Erased notes do not count. */
    notes: count,
  })
  .meta({ id: "StaffApplication" });
export type ApplicationRow = z.infer<typeof applicationRowSchema>;

export const listApplications = endpoint({
  name: "listApplications",
  method: "GET",
  path: "wp/v2/staff/applications",
  summary: "The applications of an edition, sent or not, in the order of a column",
  access: "staff",
  query: applicationsQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      /** True for the current edition. Staff can act only on applications of the current edition. */
      current: z.boolean(),
      closes_at: instantSchema,
      /** Round whose readings the column, the sort order, and the filter for the number of readings use. */
      ...roundInAnswer,
      applications: z.array(applicationRowSchema),
      /**
       * `total` is the number of applications that match the filter. `states` counts all applications of the edition by
       * state, regardless of the filter. Withdrawn applications count only as withdrawn.
       */
      total: count,
      states: z.object(
        Object.fromEntries(APPLICATION_STATES.map((state) => [state, count])) as Record<
          ApplicationState,
          typeof count
        >,
      ),
      /**
       * True if the request filters by readings but staff cannot see the number of readings yet (rule staff.blind). The
       * list is then empty.
       */
      readings_hidden: z.boolean(),
      extended: count,
      /** Number of applications in the caller's charge. */
      mine: count,
      troubles: z.object(
        Object.fromEntries(APPLICATION_PROBLEMS.map((trouble) => [trouble, count])) as Record<
          ApplicationProblem,
          typeof count
        >,
      ),
      /** Cursors of the next page of the list (`after`) and of the previous page (`before`); null if there is none. */
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

const exporting = { ...exportOptions, rows: exportRows };

export const exportApplications = endpoint({
  name: "exportApplications",
  method: "GET",
  path: "wp/v2/staff/applications/export",
  summary: "The same applications as a table with the columns that were chosen",
  access: "staff",
  query: applicationsOrderSchema.extend(exporting),
  answer: exportAnswer,
  errors: ["invalid_fields", "not_found", "jury_not_closed", "proof_required", "key_required"],
});

const neighbour = z.object({ id: z.string(), name: z.string() }).nullable();

export const getApplicationNeighbours = endpoint({
  name: "getApplicationNeighbours",
  method: "GET",
  path: "wp/v2/staff/applications/{id}/neighbours",
  summary: "Where an application stands in the filtered list, what is before and after it",
  access: "staff",
  query: applicationsOrderSchema.omit({ edition: true }),
  answer: {
    status: 200,
    json: z.object({
      /**
       * Position of the application in the list, starting at 1. The list contains this application even if the
       * application no longer matches the filters.
       */
      place: count,
      total: count,
      previous: neighbour,
      next: neighbour,
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

const selection = selectionOf(applicationsFilterSchema);

/** Exports only the selected applications, with the columns of the list's export. */
export const exportChosenApplications = endpoint({
  name: "exportChosenApplications",
  method: "POST",
  path: "wp/v2/staff/applications/export",
  summary: "The applications that were chosen, as the same table",
  access: "staff",
  reads: true,
  body: z.object({ selection, ...exporting }),
  answer: exportAnswer,
  errors: ["invalid_fields", "not_found", "jury_not_closed", "proof_required", "key_required"],
});

/**
 * Maximum number of dossiers in one file. The server writes a file of this size within seconds, and one jury rarely
 * needs more dossiers.
 */
export const DOSSIERS_MAX = 60;

/** Creates one PDF with the dossiers of the selected applications, to print. */
export const printDossiers = endpoint({
  name: "printDossiers",
  method: "POST",
  path: "wp/v2/staff/applications/dossiers",
  summary: "The sent versions of the applications that were chosen, as one PDF without scores",
  access: "staff",
  reads: true,
  body: z.object({ selection }),
  answer: { status: 200, bytes: "application/pdf" },
  errors: ["invalid_fields", "not_found"],
});
const act = { selection };

export const extendApplications = action({
  name: "extendApplications",
  path: "wp/v2/staff/applications/extension",
  summary: "Give some applicants more time, until a day or an hour of Rome",
  confirm: BULK,
  input: {
    ...act,
    /**
     * End of the deadline extension, in Rome's time. A date with a time is exact; a date alone means the end of that
     * day.
     */
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

/**
 * Confirmation of actions that are easy to revert. Staff give no reason, and type the number of applications only if
 * there are more than 50.
 */
const EASY = { step: "click", typedAbove: 50 } as const;

export const tagApplications = action({
  name: "tagApplications",
  path: "wp/v2/staff/applications/tags",
  summary: "Add tags to some applications and remove others",
  confirm: EASY,
  input: { ...act, add: tagListSchema.optional(), remove: tagListSchema.optional() },
});

export const assignApplications = action({
  name: "assignApplications",
  path: "wp/v2/staff/applications/owner",
  summary: "Put a colleague, or nobody, in charge of some applications",
  confirm: EASY,
  input: { ...act, owner: newOwnerSchema },
});

export const applicationsEndpoints = [
  listApplications,
  exportApplications,
  exportChosenApplications,
  printDossiers,
  getApplicationNeighbours,
  extendApplications,
  unextendApplications,
  restoreApplications,
  remindApplications,
  tagApplications,
  assignApplications,
];
