import { z } from "zod";
import {
  EMAIL_MAX,
  instantSchema,
  isEmail,
  isHttpsUrl,
  isPhone,
  line,
  lines,
  NAME_MAX,
  requiredLine,
  TEXT_MAX,
  URL_MAX,
  wrongType,
} from "./fields";
import { AGE, INDUSTRY, INFO, STAGE, TECH, TIPOLOGIA_IMPRESA, YES_NO } from "./options";
import { FIELD_ALIASES, FILE_FIELDS, TEAM_MAX } from "./project-fields";

/** null empties like "" does. */
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

function checked(max: number, isValid: (value: string) => boolean, error: string) {
  return emptiable(line(max).refine((value) => value === "" || isValid(value), { error }));
}

/** One person of the team; all five are required in a member. */
export const memberSchema = z
  .object({
    name: requiredLine(),
    role: requiredLine(),
    phone: requiredLine(40).refine((value) => value === "" || isPhone(value), {
      error: "invalid_phone",
    }),
    age: requiredChoice(AGE),
    info: requiredChoice(INFO),
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof memberSchema>;

/** What a save may hold, field by field: given fields are set, absent ones stay, null or "" empties. */
export const projectFieldSchemas = {
  nome: emptiable(line()),
  idea: emptiable(lines()),
  tipologia_impresa: choice(TIPOLOGIA_IMPRESA),
  tipologia_altro: emptiable(line()),
  anno_costituzione: checked(NAME_MAX, (value) => /^\d{4}$/.test(value), "invalid_year"),
  costituita: choice(YES_NO),
  femminile: choice(YES_NO),
  stage: choice(STAGE),
  industry: choice(INDUSTRY),
  tech: choice(TECH),
  tech_altro: emptiable(line()),
  sustainableretail: choice(YES_NO),
  obiettivi: emptiable(lines()),
  impatto: emptiable(lines(TEXT_MAX)),
  sustainableretail_video: checked(URL_MAX, isHttpsUrl, "invalid_url"),
  referente_nome_e_cognome: emptiable(line()),
  referente_ruolo: emptiable(line()),
  referente_email: checked(EMAIL_MAX, isEmail, "invalid_email"),
  referente_telefono: checked(40, isPhone, "invalid_phone"),
  referente_age: choice(AGE),
  team: z.preprocess(
    (value) => (value === null || value === "" ? [] : value),
    z.array(memberSchema, wrongType).max(TEAM_MAX, { error: "too_many" }),
  ),
};

export const draftSchema = z.object(projectFieldSchemas).partial();
/** The fields of one save, as they are stored. */
export type Draft = z.output<typeof draftSchema>;

/** Who saves, for the analytics stand-ins: the token's account decides, not this. */
const payloadUserSchema = z
  .object({
    email: line(320),
    first_name: line(),
    last_name: line(),
    /** The social pixel's browser and click ids, when their cookies exist. */
    fbp: line(300),
    fbc: line(300),
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
  })
  .meta({ id: "File" });
export type ProjectFile = z.infer<typeof fileSchema>;

const fileOrNull = fileSchema.nullable();

/** Every field of the application; empty ones are "" or [] or null for files. */
export const projectSchema = z
  .object({
    nome: z.string(),
    idea: z.string(),
    tipologia_impresa: z.string(),
    tipologia_altro: z.string(),
    anno_costituzione: z.string(),
    costituita: z.string(),
    femminile: z.string(),
    stage: z.string(),
    industry: z.string(),
    tech: z.string(),
    tech_altro: z.string(),
    sustainableretail: z.string(),
    obiettivi: z.string(),
    impatto: z.string(),
    sustainableretail_video: z.string(),
    pitch: fileOrNull,
    video: fileOrNull,
    altro_materiale: fileOrNull,
    logo: fileOrNull,
    referente_nome_e_cognome: z.string(),
    referente_ruolo: z.string(),
    referente_email: z.string(),
    referente_telefono: z.string(),
    referente_age: z.string(),
    team: z.array(
      z.object({
        name: z.string(),
        role: z.string(),
        phone: z.string(),
        age: z.string(),
        info: z.string(),
      }),
    ),
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof projectSchema>;

/** A project nobody has written in yet. */
export const EMPTY_PROJECT: Project = {
  nome: "",
  idea: "",
  tipologia_impresa: "",
  tipologia_altro: "",
  anno_costituzione: "",
  costituita: "",
  femminile: "",
  stage: "",
  industry: "",
  tech: "",
  tech_altro: "",
  sustainableretail: "",
  obiettivi: "",
  impatto: "",
  sustainableretail_video: "",
  pitch: null,
  video: null,
  altro_materiale: null,
  logo: null,
  referente_nome_e_cognome: "",
  referente_ruolo: "",
  referente_email: "",
  referente_telefono: "",
  referente_age: "",
  team: [],
};

export const AFTER_SENDING = ["editable_until_deadline", "locked"] as const;
export const EDITION_STATES = ["not_yet_open", "open", "closed", "awarded"] as const;

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
    /** The deadline that holds for this applicant, extension included. */
    projectDeadlineAt: instantSchema,
    projectSentAt: instantSchema.nullable(),
    /** 0 before the first save. */
    projectVersion: z.number().int(),
    /** Changed since it was sent. */
    projectUnsent: z.boolean(),
    /** When the last save, upload or deletion was stored. */
    projectSavedAt: instantSchema.nullable(),
    /** When it was withdrawn; restorable until the deadline. */
    projectWithdrawnAt: instantSchema.nullable(),
    edition: editionSchema,
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
