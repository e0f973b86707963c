import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line } from "../fields";
import { LANGUAGES } from "../languages";
import { GRANTED_ROLES, type GrantedRole, ROLES } from "../roles";
import { PROVIDERS } from "../users/user-schemas";
import { mailHappeningSchema } from "./application";
import { APPLICATION_STATES } from "./applications";
import { dataRequestSchema, daySchema } from "./data-requests";
import { pagedBy } from "./paged";
import { peopleActs } from "./people-acts";
import { proposedActSchema } from "./plan";

/* The people who have an account, as those who run the programme see them: never a secret, never an opinion. */

/** What an account is, one at a time: nobody has proved its address, it is in use, or its owner has closed it. */
export const ACCOUNT_STATES = ["active", "unconfirmed", "deactivated"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Whose requests about their data are open, or due within days. */
export const REQUEST_FILTERS = ["open", "due"] as const;

/** Whose erasure is near, or proposed. */
export const ERASURE_FILTERS = ["near", "proposed"] as const;
/** An erasure is near within so many days. */
export const ERASURE_NEAR_DAYS = 7;
/** Mails of a person that are shown; more are in the list of mails. */
export const PERSON_MAILS = 10;
const PEOPLE_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;

/** Which people: each parameter that is given has to be true of them. Nobody who has been erased. */
export const peopleFilterSchema = z.object({
  state: z.enum(ACCOUNT_STATES, choice).optional(),
  role: z.enum(GRANTED_ROLES, choice).optional(),
  /** Only those who are erased within days unless they come back (`ERASURE_NEAR_DAYS`), or once a second person confirms it. */
  erasure: z.enum(ERASURE_FILTERS, choice).optional(),
  /** Only those who wait for an answer about their data, or who have to have one within days (`REQUEST_NEAR_DAYS`). */
  request: z.enum(REQUEST_FILTERS, choice).optional(),
  /** Every word of it: of the name or the address, or of a phone number in an application. */
  search: line(200).optional(),
});

export const peopleQuerySchema = peopleFilterSchema.extend(pagedBy(PEOPLE_PER_PAGE));
export type PeopleQuery = z.input<typeof peopleQuerySchema>;

const count = z.int().min(0);

export const personRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    language: z.enum(LANGUAGES),
    state: z.enum(ACCOUNT_STATES),
    /** Those that were granted. */
    roles: z.array(z.enum(GRANTED_ROLES)),
    applications: count,
    registered_at: instantSchema,
    /** The last time they were here; null: never, or too long ago to be known. */
    seen_at: instantSchema.nullable(),
    /** When the person is erased unless they come back; null for an account in use. */
    erases_at: instantSchema.nullable(),
    /** By which day of Rome they have to have an answer about their data; null where nothing is open. */
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
      /** How many match; and how many there are of each kind, whatever is asked for. */
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
      }),
      /** The `after` of the page that follows, the `before` of the one that leads here; null where there is none. */
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

const dated = { added_at: instantSchema, last_used_at: instantSchema.nullable() };

/** What opens an account, by kind and date; nothing that would open it. */
export const waysInSchema = z.object({
  password: z.boolean(),
  passkeys: z.array(z.object({ name: z.string(), ...dated })),
  app: z.object(dated).nullable(),
  /** Recovery codes that have not been used. */
  recovery_codes: count,
  providers: z.array(z.object({ provider: z.enum(PROVIDERS), linked_at: instantSchema })),
  /** Roles of the account that ask for a second factor while it has none. */
  lacking: z.array(z.enum(ROLES)),
  /** When app, codes and passkeys are taken off, as two people have asked; null where nobody has. */
  reset_at: instantSchema.nullable(),
});

export const personSchema = personRowSchema
  .extend({
    confirmed_at: instantSchema.nullable(),
    deactivated_at: instantSchema.nullable(),
    ways: waysInSchema,
    /** Where they are signed in, the last used first. */
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        place: z.string(),
        since: instantSchema,
        last_used_at: instantSchema,
      }),
    ),
    /** Every answer that was given, the newest first. */
    consents: z.array(
      z.object({
        kind: z.string(),
        accepted: z.boolean(),
        at: instantSchema,
        document: z.string().nullable(),
        sha256: z.string().nullable(),
        /** Of a document that this site wrote. */
        version: z.int().nullable(),
        /** Where exactly that version is read, also once there is a later one. */
        file: z.string().nullable(),
        language: z.enum(LANGUAGES).nullable(),
        source: z.string().nullable(),
        /** No later answer of its kind has taken its place. */
        holds: z.boolean(),
      }),
    ),
    /** The newest of their mails, and how many there are. */
    mails: z.array(mailHappeningSchema),
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
    /** The day that it is in Rome: requests are reckoned from it. */
    today: daySchema,
    /** What they have asked for about their data, open requests first. */
    requests: z.array(dataRequestSchema),
    /** Whether acts on them are a director’s, on the page of the staff. */
    runs_programme: z.boolean(),
    /** An erasure that waits for a second person. */
    proposed: proposedActSchema.nullable(),
    /** What is left of them once they are erased, without saying whose it was. */
    stays: z.object({
      receipts: z.array(z.string()),
      consents: count,
      acts: count,
      /** Closed evaluations. */
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

export const peopleEndpoints = [listPeople, getPerson, ...peopleActs];
