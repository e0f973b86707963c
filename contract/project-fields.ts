import { TEXT_MAX } from "./fields";
import { AGE, INDUSTRY, STAGE, TECH, TIPOLOGIA_IMPRESA, YES_NO } from "./options";

/** The application's steps, in order; the titles are in messages/ (specification part 2). */
export const STEPS = ["idea", "challenge", "documents", "contact", "team"] as const;
export type Step = (typeof STEPS)[number];

type FieldBase = {
  step: Step;
  /** Counts for progress. */
  required: boolean;
  /** Shown only when another field has this value; always accepted and kept. */
  shownWith?: { field: string; value: string };
};

export type FieldRule = FieldBase &
  (
    | { kind: "line" | "lines" | "email" | "phone" | "year" | "url"; max?: number }
    | { kind: "choice"; options: readonly string[] }
    | { kind: "file" | "team" }
  );

/**
 * Every field of the application: its step, whether it counts for progress (16 do) and what it
 * holds. Source: specification part 3; lengths: CONTRACT.md.
 */
export const PROJECT_FIELDS = {
  nome: { step: "idea", required: true, kind: "line" },
  idea: { step: "idea", required: true, kind: "lines", max: TEXT_MAX },
  tipologia_impresa: {
    step: "idea",
    required: true,
    kind: "choice",
    options: TIPOLOGIA_IMPRESA,
  },
  tipologia_altro: {
    step: "idea",
    required: false,
    kind: "line",
    shownWith: { field: "tipologia_impresa", value: "ti-startup_altro" },
  },
  anno_costituzione: { step: "idea", required: false, kind: "year" },
  costituita: { step: "idea", required: false, kind: "choice", options: YES_NO },
  femminile: { step: "idea", required: true, kind: "choice", options: YES_NO },
  stage: { step: "idea", required: true, kind: "choice", options: STAGE },
  industry: { step: "idea", required: true, kind: "choice", options: INDUSTRY },
  tech: { step: "idea", required: true, kind: "choice", options: TECH },
  tech_altro: {
    step: "idea",
    required: false,
    kind: "line",
    shownWith: { field: "tech", value: "tech-other" },
  },
  sustainableretail: { step: "challenge", required: true, kind: "choice", options: YES_NO },
  obiettivi: { step: "challenge", required: false, kind: "lines", max: TEXT_MAX },
  impatto: { step: "challenge", required: false, kind: "lines", max: TEXT_MAX },
  sustainableretail_video: { step: "challenge", required: false, kind: "url" },
  pitch: { step: "documents", required: true, kind: "file" },
  video: { step: "documents", required: true, kind: "file" },
  altro_materiale: { step: "documents", required: false, kind: "file" },
  logo: { step: "documents", required: false, kind: "file" },
  referente_nome_e_cognome: { step: "contact", required: true, kind: "line" },
  referente_ruolo: { step: "contact", required: true, kind: "line" },
  referente_email: { step: "contact", required: true, kind: "email" },
  referente_telefono: { step: "contact", required: true, kind: "phone" },
  referente_age: { step: "contact", required: true, kind: "choice", options: AGE },
  team: { step: "team", required: true, kind: "team" },
} as const satisfies Record<string, FieldRule>;

export type ProjectField = keyof typeof PROJECT_FIELDS;

/** Field names in page order. */
export const FIELD_NAMES = Object.keys(PROJECT_FIELDS) as ProjectField[];

/** The fields that count for progress, in page order. */
export const REQUIRED_FIELDS = FIELD_NAMES.filter((name) => PROJECT_FIELDS[name].required);

export const FILE_FIELDS = ["pitch", "video", "altro_materiale", "logo"] as const;
export type FileField = (typeof FILE_FIELDS)[number];

/** At most five people per team (specification part 5). */
export const TEAM_MAX = 5;

/** Other names the text catalogue has for some fields; a full name beats its alias. */
export const FIELD_ALIASES: Readonly<Record<string, ProjectField>> = {
  nomecognome: "referente_nome_e_cognome",
  ruolo: "referente_ruolo",
  email: "referente_email",
  telefono: "referente_telefono",
  age: "referente_age",
  annocostituzione: "anno_costituzione",
  other: "tipologia_altro",
};

/** The fields of one step, in page order. */
export function fieldsOf(step: Step): ProjectField[] {
  return FIELD_NAMES.filter((name) => PROJECT_FIELDS[name].step === step);
}
