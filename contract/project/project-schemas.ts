import { z } from "zod";
import { cleanEmail, cleanLine, cleanLines, cleanPhone, cleanUrl } from "../clean-text";
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

/** null empties it, as "" does. */
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
  /** What is wrong with it; `invalid_` and its kind unless given. */
  error?: string | typeof emailError;
};

/** How each kind of written answer is cleaned and checked. */
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

/** A written answer as it is stored. */
export function cleanAnswer(field: TextField, value: string): string {
  const { kind } = ruleOf(field);
  return kind in KINDS ? KINDS[kind as TextKind].clean(value) : value;
}

/** One person of the team; all five are required in a member. */
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

/** A team as a save brings it; null or "" empties it. */
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

/** Something of each of some fields; what stands for a field follows from its row. */
function byField<F extends ProjectField>(names: readonly F[], make: (name: F) => unknown) {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

/** What a save may hold, field by field: given fields are set, absent ones stay, null or "" empties. */
export const projectFieldSchemas = byField(SAVED_FIELDS, schemaOf) as {
  [F in SavedField]: SchemaOf<(typeof PROJECT_FIELDS)[F]>;
};

export const draftSchema = z.object(projectFieldSchemas).partial();
/** The fields of one save, as they are stored. */
export type Draft = z.output<typeof draftSchema>;

/** Who is saving, for the analytics stand-ins: the token's account decides, not this. */
const payloadUserSchema = z
  .object({
    email: line(320),
    first_name: line(),
    last_name: line(),
    /** The social pixel's browser and click ids, when their cookies exist. */
    fbp: line(300),
    fbc: line(300),
    /** Where the device is that saves: those who run the programme read the deadline on its clock, too. */
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
    /** SHA-256 of the project, 64 hex digits; stored as given. */
    event_id: z
      .string(wrongType)
      .regex(/^[0-9a-fA-F]{64}$/, { error: "invalid_type" })
      .optional(),
  }),
);
/** A save as the site sends it: absent fields stay as they are. */
export type SaveProjectBody = Draft & {
  user?: z.input<typeof payloadUserSchema>;
  event_id?: string;
};

export const fileSchema = z
  .object({
    id: z.string(),
    field: z.enum(FILE_FIELDS),
    name: z.string(),
    /** Bytes. */
    size: z.number().int(),
    type: z.string(),
    sha256: z.string(),
    uploaded_at: instantSchema,
    /** Slides, for a deck. */
    pages: z.number().int().optional(),
    /** Seconds, for a video. */
    duration: z.number().optional(),
    /** Codecs of a video's picture and sound, which decide what browsers can show. */
    codec: z.string().optional(),
    sound_codec: z.string().optional(),
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

/** What stands in an application for a field: the schema of its answer, and the empty answer. */
function answerOf(name: ProjectField) {
  if (isFileField(name)) return { schema: fileOrNull, empty: null };
  return isTextField(name) ? { schema: z.string(), empty: "" } : { schema: teamAnswer, empty: [] };
}

/** Every field of the application; empty ones are "" or [] or null for files. */
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

/** A project nobody has written in yet. */
export const EMPTY_PROJECT = byField(FIELD_NAMES, (name) => answerOf(name).empty) as Project;

/** An application that was sent before a field came: what it was not asked for is empty. */
export function wholeProject(sent: Project): Project {
  return { ...EMPTY_PROJECT, ...sent };
}

export const AFTER_SENDING = ["editable_until_deadline", "locked"] as const;
export const EDITION_STATES = ["not_yet_open", "open", "closed", "awarded"] as const;

export const calendarSchema = z.array(
  z.object({ at: instantSchema, type: z.enum(TIMELINE_DATES) }),
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
    /** Nothing is accepted any more. */
    projectDeadline: z.boolean(),
    projectSent: z.boolean(),
    /** The deadline that applies to this applicant, extension included. */
    projectDeadlineAt: instantSchema,
    projectSentAt: instantSchema.nullable(),
    /** 0 before the first save. */
    projectVersion: z.number().int(),
    /** Changed since it was last sent. */
    projectUnsent: z.boolean(),
    /** The application as it was sent, while a version of it is. */
    projectSentAs: projectSchema.optional(),
    /** When the last save, upload or deletion was stored. */
    projectSavedAt: instantSchema.nullable(),
    /** When it was withdrawn; restorable until the deadline. */
    projectWithdrawnAt: instantSchema.nullable(),
    /** Whether a version of it was ever sent, also if it was withdrawn since. */
    projectEverSent: z.boolean().optional(),
    edition: editionSchema,
    /** What the calendar says for this applicant, past and future, earliest first; other back ends may leave it out. */
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
