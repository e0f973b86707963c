import { z } from "zod";
import { isTimeZone } from "../deadline";
import {
  emailError,
  instantSchema,
  isEmail,
  isHttpsUrl,
  isPhone,
  isYear,
  line,
  PHONE_MAX,
  requiredLine,
  wrongType,
} from "../fields";
import { perLanguage } from "../languages";
import { cleanEmail, cleanLine, cleanLines, cleanPhone, cleanUrl } from "../text/clean-text";
import { captionsSchema } from "./captions";
import { AGE, INFO } from "./options";
import {
  FIELD_ALIASES,
  FIELD_NAMES,
  FILE_FIELDS,
  type FieldRule,
  type FileField,
  isFileField,
  isTextField,
  lengthOf,
  type PROJECT_FIELDS,
  type ProjectField,
  ruleOf,
  SAVED_FIELDS,
  type SavedField,
  TEAM_MAX,
  type TextField,
  type TextKind,
} from "./project-fields";
import { TIMELINE_DATES } from "./timeline";

/** Extends a text schema, so that a request can empty the field with null as well as with "". */
function emptiable<T extends z.ZodType<string, string>>(schema: T) {
  return z
    .string(wrongType)
    .nullable()
    .transform((value) => value ?? "")
    .pipe(schema);
}

function choice<const O extends readonly string[]>(options: O) {
  return z
    .string(wrongType)
    .nullable()
    .transform((value) => value ?? "")
    .refine((value): boolean => value === "" || options.includes(value), {
      error: "invalid_choice",
    })
    .transform((value) => value as "" | O[number])
    .meta({ enum: [...options, "", null] });
}

function requiredChoice<const O extends readonly string[]>(options: O) {
  return z
    .string(wrongType)
    .min(1, { error: "required" })
    .refine((value): boolean => value === "" || options.includes(value), {
      error: "invalid_choice",
    })
    .transform((value) => value as O[number])
    .meta({ enum: [...options] });
}

type Checked = {
  clean: (value: string) => string;
  isValid?: (value: string) => boolean;
  /** Error code for an invalid answer. The default is `invalid_` followed by the kind of the field. */
  error?: string | typeof emailError;
};

/** Cleaning and validation of answers, per kind of text field. */
const KINDS = {
  line: { clean: cleanLine },
  lines: { clean: cleanLines },
  email: { clean: cleanEmail, isValid: isEmail, error: emailError },
  phone: { clean: cleanPhone, isValid: isPhone },
  year: { clean: cleanLine, isValid: isYear },
  url: { clean: cleanUrl, isValid: isHttpsUrl },
} as const satisfies Record<TextKind, Checked>;

function checked(max: number, kind: TextKind) {
  const { clean, isValid, error = `invalid_${kind}` }: Checked = KINDS[kind];
  const schema = line(max, clean);
  return isValid ? schema.refine((value) => value === "" || isValid(value), { error }) : schema;
}

/** Returns a text answer in its stored form, after cleaning. */
export function cleanAnswer(field: TextField, value: string): string {
  const { kind } = ruleOf(field);
  return kind in KINDS ? KINDS[kind as TextKind].clean(value) : value;
}

/** One member of an application's team. All five properties are required. */
export const memberSchema = z
  .object({
    name: requiredLine(),
    role: requiredLine(),
    phone: checked(PHONE_MAX, "phone").min(1, { error: "required" }),
    age: requiredChoice(AGE),
    info: requiredChoice(INFO),
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof memberSchema>;

/** The team in a save request. Null or "" empties the team. */
const teamSchema = z.preprocess(
  (value) => (value === null || value === "" ? [] : value),
  z.array(memberSchema, wrongType).max(TEAM_MAX, { error: "too_many" }),
);

type TextSchema = ReturnType<typeof emptiable<z.ZodType<string, string>>>;
type ChoiceSchema<O extends readonly string[]> = ReturnType<typeof choice<O>>;

type SchemaOf<R extends FieldRule> = R extends { kind: "team" }
  ? typeof teamSchema
  : R extends { kind: "choice"; options: infer O extends readonly string[] }
    ? ChoiceSchema<O>
    : TextSchema;

function schemaOf(name: SavedField) {
  const rule = ruleOf(name);
  if (rule.kind === "team") return teamSchema;
  if (rule.kind === "choice") return choice(rule.options);
  if (rule.kind === "file") throw new Error(`${name} travels by itself`);
  return emptiable(checked(lengthOf(rule), rule.kind));
}

/** Creates an object with one value for each of the named fields. */
function byField<F extends ProjectField>(names: readonly F[], make: (name: F) => unknown) {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

/**
 * Schemas of the fields of a save request. A save sets the fields that the request contains, and keeps the values of
 * absent fields. Null or "" empties a field.
 */
export const projectFieldSchemas = byField(SAVED_FIELDS, schemaOf) as {
  [F in SavedField]: SchemaOf<(typeof PROJECT_FIELDS)[F]>;
};

export const draftSchema = z.object(projectFieldSchemas).partial();
/** Fields of a save request, cleaned for storage. */
export type Draft = z.output<typeof draftSchema>;

/**
 * Data about the user and the device in a save request. The back end stores only the time zone and the ids of
 * Facebook's pixel. The access token determines the owner of the application, never this data.
 */
const payloadUserSchema = z
  .object({
    email: line(320),
    first_name: line(),
    last_name: line(),
    /** Browser id and click id of Facebook's pixel, if their cookies exist. */
    fbp: line(300),
    fbc: line(300),
    /** Time zone of the device that saves the application. Staff also see the deadline in this time zone. */
    time_zone: line(64).refine(isTimeZone),
  })
  .partial();

function withFullNames(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const named: Record<string, unknown> = { ...body };
  for (const [alias, field] of Object.entries(FIELD_ALIASES)) {
    if (alias in named && !(field in named)) named[field] = named[alias];
  }
  return named;
}

export const saveProjectSchema = z.preprocess(
  withFullNames,
  draftSchema.extend({
    user: payloadUserSchema.optional().catch(undefined),
    /**
     * Id of the analytics event of a manual save: the SHA-256 of the application, calculated in the browser, as 64 hex
     * digits. The back end stores the id unchanged.
     */
    event_id: z
      .string(wrongType)
      .regex(/^[0-9a-fA-F]{64}$/, { error: "invalid_type" })
      .optional(),
  }),
);
/** Body of a save request from the site. Absent fields keep their values. */
export type SaveProjectBody = Draft & {
  user?: z.input<typeof payloadUserSchema>;
  event_id?: string;
};

export const fileSchema = z
  .object({
    id: z.string(),
    field: z.enum(FILE_FIELDS),
    name: z.string(),
    /** Size of the file in bytes. */
    size: z.number().int(),
    type: z.string(),
    sha256: z.string(),
    uploaded_at: instantSchema,
    /** Number of slides, present for a deck. */
    pages: z.number().int().optional(),
    /** Duration in seconds, present for a video. */
    duration: z.number().optional(),
    /** Codecs of a video's picture and sound. They determine whether browsers can play the video. */
    codec: z.string().optional(),
    sound_codec: z.string().optional(),
    /** Captions of a video, if the applicant wrote captions. */
    captions: captionsSchema.optional(),
  })
  .meta({ id: "File" });
export type ProjectFile = z.infer<typeof fileSchema>;

const fileOrNull = fileSchema.nullable();
const teamAnswer = z.array(
  z.object({
    name: z.string(),
    role: z.string(),
    phone: z.string(),
    age: z.string(),
    info: z.string(),
  }),
);

/** Returns the schema of a field's answer, and the field's empty value. */
function answerOf(name: ProjectField) {
  if (isFileField(name)) return { schema: fileOrNull, empty: null };
  return isTextField(name) ? { schema: z.string(), empty: "" } : { schema: teamAnswer, empty: [] };
}

/** All fields of an application. Empty fields are "", [], or null for files. */
export const projectSchema = z
  .object(
    byField(FIELD_NAMES, (name) => answerOf(name).schema) as {
      [F in ProjectField]: F extends FileField
        ? typeof fileOrNull
        : F extends TextField
          ? z.ZodString
          : typeof teamAnswer;
    },
  )
  .meta({ id: "Project" });
export type Project = z.infer<typeof projectSchema>;

/** An application in which every answer is empty. */
export const EMPTY_PROJECT = byField(FIELD_NAMES, (name) => answerOf(name).empty) as Project;

/** Returns a submission with all fields. Fields that were introduced after the submission are empty. */
export function wholeProject(sent: Project): Project {
  return { ...EMPTY_PROJECT, ...sent };
}

export const AFTER_SENDING = ["editable_until_deadline", "locked"] as const;
export const EDITION_STATES = ["not_yet_open", "open", "closed", "awarded"] as const;

export const calendarSchema = z.array(
  z.object({
    at: instantSchema,
    type: z.enum(TIMELINE_DATES),
    /** Name of the round in each language. Present only for a date of the type "round_closes". */
    names: z.object(perLanguage(() => z.string())).optional(),
  }),
);

export const editionSchema = z
  .object({
    year: z.number().int(),
    opensAt: instantSchema,
    closesAt: instantSchema,
    afterSending: z.enum(AFTER_SENDING),
  })
  .meta({ id: "Edition" });

export const projectAnswerSchema = z
  .object({
    project: projectSchema,
    /** True once the deadline has passed and no change to the application is accepted. */
    projectDeadline: z.boolean(),
    projectSent: z.boolean(),
    /** Deadline of this applicant, including a deadline extension. */
    projectDeadlineAt: instantSchema,
    projectSentAt: instantSchema.nullable(),
    /** Version of the application, which increases with each save. 0 before the first save. */
    projectVersion: z.number().int(),
    /** True if the application has changed since it was last sent. */
    projectUnsent: z.boolean(),
    /** Content of the current submission; absent if there is none. */
    projectSentAs: projectSchema.optional(),
    /** Time when the application was last saved, or a file was uploaded or deleted. */
    projectSavedAt: instantSchema.nullable(),
    /** Time when the application was withdrawn. The applicant can restore it until the deadline. */
    projectWithdrawnAt: instantSchema.nullable(),
    /** True if the application was ever sent, even if it is withdrawn now. */
    projectEverSent: z.boolean().optional(),
    edition: editionSchema,
    /**
     * The edition's dates for this applicant, past and future, earliest first. Back ends of other implementers can omit
     * them.
     */
    projectDates: calendarSchema.optional(),
    editions: z.array(
      z.object({
        year: z.number().int(),
        opensAt: instantSchema,
        closesAt: instantSchema,
        state: z.enum(EDITION_STATES),
      }),
    ),
  })
  .meta({ id: "ProjectAnswer" });
export type ProjectAnswer = z.infer<typeof projectAnswerSchema>;

export const saveReportSchema = z
  .object({
    status: z.enum(["partial", "completed"]),
    progress: z.number().int(),
    projectVersion: z.number().int(),
    projectSavedAt: instantSchema,
  })
  .meta({ id: "SaveReport" });
export type SaveReport = z.infer<typeof saveReportSchema>;

export const receiptSchema = z
  .object({ number: z.string(), sha256: z.string() })
  .meta({ id: "Receipt" });
