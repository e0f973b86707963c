import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line } from "../fields";
import { LANGUAGES } from "../languages";
import { GRANTED_ROLES, type GrantedRole, ROLES } from "../roles";
import { PROVIDERS } from "../users/user-schemas";
import { APPLICATION_STATES } from "./application-states";
import { dataRequestSchema, daySchema } from "./data-requests";
import { exportAnswer, exportOptions } from "./export-options";
import { mailActivitySchema } from "./mail-activity";
import { pagedBy } from "./paged";
import { peopleActions } from "./people-actions";
import { pendingApprovalSchema } from "./preview";

/* Endpoints with which staff find and read people with an account. Responses contain no secrets and no scores. */

/**
 * States of an account: active, with an unconfirmed address, or closed by its owner. Each account has exactly one
 * state.
 */
export const ACCOUNT_STATES = ["active", "unconfirmed", "deactivated"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Filters of people by their data requests: open, or due soon. */
export const REQUEST_FILTERS = ["open", "due"] as const;

/**
 * Filters of people by the erasure of their account: `near` (due soon) or `proposed` (waiting for a second person's
 * approval).
 */
export const ERASURE_FILTERS = ["near", "proposed"] as const;
/** The filter `near` matches people whose account is erased within this number of days. */
export const ERASURE_NEAR_DAYS = 7;
/**
 * Maximum number of emails shown on a person's page. The control room's list of emails shows all of them.
 */
export const PERSON_MAILS = 10;
/**
 * Filter of people by their application in the current edition: `none` means no application, or only a withdrawn one.
 */
export const APPLICATION_FILTERS = ["none"] as const;
const PEOPLE_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;

/** Filter of people. A person must match each given parameter. Erased people never match any filter. */
export const peopleFilterSchema = z.object({
  state: z.enum(ACCOUNT_STATES, choice).optional(),
  role: z.enum(GRANTED_ROLES, choice).optional(),
  /**
   * Filter: only people whose account is erased within `ERASURE_NEAR_DAYS` days unless the account is reactivated
   * (`near`), or whose erasure waits for a second person's approval (`proposed`).
   */
  erasure: z.enum(ERASURE_FILTERS, choice).optional(),
  /**
   * Filter: only people with an open data request (`open`), or only people with a data request that is overdue or due
   * within `REQUEST_NEAR_DAYS` days (`due`).
   */
  request: z.enum(REQUEST_FILTERS, choice).optional(),
  /** Filter: only people without an application in the current edition. */
  application: z.enum(APPLICATION_FILTERS, choice).optional(),
  /** Search words. Each word must occur in the person's name, email address, or a phone number in an application. */
  search: line(200).optional(),
});

const peopleQuerySchema = peopleFilterSchema.extend(pagedBy(PEOPLE_PER_PAGE));

const count = z.int().min(0);

export const personRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    language: z.enum(LANGUAGES),
    state: z.enum(ACCOUNT_STATES),
    /** Roles that staff granted to the account. */
    roles: z.array(z.enum(GRANTED_ROLES)),
    applications: count,
    registered_at: instantSchema,
    /** Time when the person last used a session; null if never, or too long ago to be stored. */
    seen_at: instantSchema.nullable(),
    /** Time when the deactivated account is erased unless staff reactivate it; null for an active account. */
    erases_at: instantSchema.nullable(),
    /** Last day, in Rome, to answer the person's data request; null without an open request. */
    request_due_on: daySchema.nullable(),
  })
  .meta({ id: "StaffPerson" });
export type PersonRow = z.infer<typeof personRowSchema>;

export const listPeople = endpoint({
  name: "listPeople",
  method: "GET",
  path: "wp/v2/staff/people",
  summary: "Everybody who has an account, the last registered first",
  access: "staff",
  query: peopleQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      people: z.array(personRowSchema),
      /**
       * `total` counts the people who match the filter. `counts` counts people by account state, role, erasure, data
       * request, and application, regardless of the filter.
       */
      total: count,
      counts: z.object({
        all: count,
        states: z.object(
          Object.fromEntries(ACCOUNT_STATES.map((state) => [state, count])) as Record<
            AccountState,
            typeof count
          >,
        ),
        roles: z.object(
          Object.fromEntries(GRANTED_ROLES.map((role) => [role, count])) as Record<
            GrantedRole,
            typeof count
          >,
        ),
        erasures: z.object({ near: count, proposed: count }),
        requests: z.object({ open: count, due: count }),
        applications: z.object({ none: count }),
      }),
      /** Cursors of the next page of people (`after`) and of the previous page (`before`); null if there is none. */
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

const dated = { added_at: instantSchema, last_used_at: instantSchema.nullable() };

/** Ways to sign in to an account: their kinds and dates, without secrets. */
export const waysInSchema = z.object({
  password: z.boolean(),
  passkeys: z.array(z.object({ name: z.string(), ...dated })),
  app: z.object(dated).nullable(),
  /** Number of the account's unused recovery codes. */
  recovery_codes: count,
  providers: z.array(z.object({ provider: z.enum(PROVIDERS), linked_at: instantSchema })),
  /** Roles of the account that require a second factor. Empty if the account has a second factor. */
  lacking: z.array(z.enum(ROLES)),
  /**
   * Time when a reset by two staff members removes the authenticator app, recovery codes, and passkeys. Null without a
   * reset.
   */
  reset_at: instantSchema.nullable(),
});

export const personSchema = personRowSchema
  .extend({
    confirmed_at: instantSchema.nullable(),
    deactivated_at: instantSchema.nullable(),
    ways: waysInSchema,
    /** Open sessions of the person, the most recently used first. */
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        place: z.string(),
        since: instantSchema,
        last_used_at: instantSchema,
      }),
    ),
    /** All consents of the person, newest first. */
    consents: z.array(
      z.object({
        kind: z.string(),
        accepted: z.boolean(),
        at: instantSchema,
        document: z.string().nullable(),
        sha256: z.string().nullable(),
        /**
         * Version number of the accepted document; null if this site does not publish the document.
         */
        version: z.int().nullable(),
        /**
         * URL of the accepted version of the document. The URL stays valid when the site publishes later versions.
         */
        file: z.string().nullable(),
        language: z.enum(LANGUAGES).nullable(),
        source: z.string().nullable(),
        /** True if the person gave no newer consent of the same kind. */
        holds: z.boolean(),
      }),
    ),
    /** The newest emails to the person. `mail_count` is the number of all emails to the person. */
    mails: z.array(mailActivitySchema),
    mail_count: count,
    projects: z.array(
      z.object({
        id: z.string(),
        edition: z.int(),
        name: z.string(),
        number: z.string().nullable(),
        state: z.enum(APPLICATION_STATES),
      }),
    ),
    /** Today's date in Rome, to count the days left for answering data requests. */
    today: daySchema,
    /** Data requests of the person, open ones first. */
    requests: z.array(dataRequestSchema),
    /** True for staff accounts, which only directors manage, on the team page. */
    runs_programme: z.boolean(),
    /** Pending approval of the person's erasure. */
    proposed: pendingApprovalSchema.nullable(),
    /** Data that remains after a person's erasure, without a reference to the person. */
    stays: z.object({
      receipts: z.array(z.string()),
      consents: count,
      acts: count,
      /** Number of the person's evaluation records. */
      records: count,
    }),
  })
  .meta({ id: "StaffPersonWhole" });
export type Person = z.infer<typeof personSchema>;

export const getPerson = endpoint({
  name: "getPerson",
  method: "GET",
  path: "wp/v2/staff/people/{id}",
  summary:
    "One person: ways in, sessions, consents, mails, applications, and what stays once they are erased",
  access: "staff",
  answer: { status: 200, json: personSchema },
  errors: ["not_found"],
});

export const exportPeople = endpoint({
  name: "exportPeople",
  method: "GET",
  path: "wp/v2/staff/people/export",
  summary: "The same people as a table",
  access: "staff",
  query: peopleFilterSchema.extend(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields", "proof_required", "key_required"],
});

export const peopleEndpoints = [listPeople, exportPeople, getPerson, ...peopleActions];
