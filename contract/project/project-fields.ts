import { EMAIL_MAX, NAME_MAX, PHONE_MAX, TEXT_MAX, URL_MAX } from "../fields";
import { AGE, INDUSTRY, STAGE, TECH, TIPOLOGIA_IMPRESA, YES_NO } from "./options";
import { LOGO_MAX_BYTES, UPLOAD_MAX_BYTES, VIDEO_EXTENSIONS } from "./uploads";

/** Steps of the application form in order (rule application.steps). The steps' titles are in messages/. */
export const STEPS = ["idea", "challenge", "documents", "contact", "team"] as const;
export type Step = (typeof STEPS)[number];

/** Kinds of text answers in the application, with the default maximum length of each kind in characters. */
const LENGTHS = {
  line: NAME_MAX,
  lines: TEXT_MAX,
  email: EMAIL_MAX,
  phone: PHONE_MAX,
  year: NAME_MAX,
  url: URL_MAX,
} as const;
export type TextKind = keyof typeof LENGTHS;

/** Rule for the files of a file field (rule application.files). */
export type FileRule = {
  kind: "file";
  /**
   * Kind of content of the field's file. A deck has a maximum number of slides, and a video has a maximum number of
   * seconds. The back end re-encodes uploaded pictures.
   */
  holds: "deck" | "video" | "picture" | "anything";
  /** Allowed file extensions in lower case with the dot, in display order. */
  extensions: readonly string[];
  maxBytes: number;
};

/**
 * Definition of one field of the application. A field appears in its step, on the review page, and on the receipt. If
 * the field is not private, evaluators also see its answer on their page, in the dossier, and in the table.
 */
export type FieldRule = {
  step: Step;
  /** Whether the field counts towards the application's progress and completeness. */
  required: boolean;
  /**
   * Shows this field only if the field named in `field` has the value in `value`. Requests can always set this field,
   * and its stored value is kept while the form hides it.
   */
  shownWith?: { field: string; value: string };
  /** Shows the field beside the next half-width field if there is space. */
  half?: true;
  /**
   * How evaluators see the answer: as the page's title, as the text before all other answers, or as a tag under the
   * title. By default, evaluators see the answer below its field's name.
   */
  read?: "title" | "lead" | "tag";
  /**
   * Field for staff only, to contact a person or for statistics. No page, dossier, table, or response for evaluators
   * contains it (rule evaluation.private).
   */
  private?: true;
  /** Keeps the answer when the applicant is erased, because a choice from a list identifies no person. */
  kept?: true;
  /**
   * Additional name of the field in requests and in the text catalogue. If a request contains both names of a field,
   * the value under the full name applies.
   */
  alias?: string;
} & (
  | { kind: TextKind; max?: number }
  | { kind: "choice"; options: readonly string[] }
  | FileRule
  | { kind: "team" }
);
export type FieldKind = FieldRule["kind"];

/**
 * All fields of the application, in page order (rule application.fields). Schemas, steps, progress, review, evaluators'
 * page, dossier, tables, and receipt are derived from these definitions. The names are in field-names.
 */
export const PROJECT_FIELDS = {
  nome: { step: "idea", required: true, kind: "line", read: "title" },
  idea: { step: "idea", required: true, kind: "lines", read: "lead" },
  tipologia_impresa: {
    step: "idea",
    required: true,
    kind: "choice",
    options: TIPOLOGIA_IMPRESA,
    read: "tag",
    kept: true,
  },
  tipologia_altro: {
    step: "idea",
    required: false,
    kind: "line",
    shownWith: { field: "tipologia_impresa", value: "ti-startup_altro" },
    alias: "other",
  },
  anno_costituzione: {
    step: "idea",
    required: false,
    kind: "year",
    half: true,
    alias: "annocostituzione",
  },
  costituita: {
    step: "idea",
    required: false,
    kind: "choice",
    options: YES_NO,
    half: true,
    kept: true,
  },
  femminile: { step: "idea", required: true, kind: "choice", options: YES_NO, kept: true },
  stage: {
    step: "idea",
    required: true,
    kind: "choice",
    options: STAGE,
    read: "tag",
    kept: true,
  },
  industry: {
    step: "idea",
    required: true,
    kind: "choice",
    options: INDUSTRY,
    half: true,
    read: "tag",
    kept: true,
  },
  tech: {
    step: "idea",
    required: true,
    kind: "choice",
    options: TECH,
    half: true,
    read: "tag",
    kept: true,
  },
  tech_altro: {
    step: "idea",
    required: false,
    kind: "line",
    shownWith: { field: "tech", value: "tech-other" },
  },
  sustainableretail: { step: "challenge", required: true, kind: "choice", options: YES_NO },
  obiettivi: { step: "challenge", required: false, kind: "lines" },
  impatto: { step: "challenge", required: false, kind: "lines" },
  sustainableretail_video: { step: "challenge", required: false, kind: "url" },
  pitch: {
    step: "documents",
    required: true,
    kind: "file",
    holds: "deck",
    extensions: [".pdf", ".ppt"],
    maxBytes: UPLOAD_MAX_BYTES,
  },
  video: {
    step: "documents",
    required: true,
    kind: "file",
    holds: "video",
    extensions: VIDEO_EXTENSIONS,
    maxBytes: UPLOAD_MAX_BYTES,
  },
  altro_materiale: {
    step: "documents",
    required: false,
    kind: "file",
    holds: "anything",
    extensions: [".zip", ".pdf", ".ppt", ".png", ".jpg", ...VIDEO_EXTENSIONS],
    maxBytes: UPLOAD_MAX_BYTES,
  },
  logo: {
    step: "documents",
    required: false,
    kind: "file",
    holds: "picture",
    extensions: [".png", ".jpg", ".webp"],
    maxBytes: LOGO_MAX_BYTES,
  },
  referente_nome_e_cognome: { step: "contact", required: true, kind: "line", alias: "nomecognome" },
  referente_ruolo: { step: "contact", required: true, kind: "line", alias: "ruolo" },
  referente_email: {
    step: "contact",
    required: true,
    kind: "email",
    half: true,
    private: true,
    alias: "email",
  },
  referente_telefono: {
    step: "contact",
    required: true,
    kind: "phone",
    half: true,
    private: true,
    alias: "telefono",
  },
  referente_age: {
    step: "contact",
    required: true,
    kind: "choice",
    options: AGE,
    private: true,
    alias: "age",
  },
  team: { step: "team", required: true, kind: "team" },
} as const satisfies Record<string, FieldRule>;

type Fields = typeof PROJECT_FIELDS;
export type ProjectField = keyof Fields;
/** Names of all fields of the application that have one of the given kinds. */
export type FieldOf<K extends FieldKind> = {
  [F in ProjectField]: Fields[F]["kind"] extends K ? F : never;
}[ProjectField];
export type FileField = FieldOf<"file">;
/** Field that a save request can contain: any field except a file. */
export type SavedField = Exclude<ProjectField, FileField>;
/** Field of the application whose answer is a single string. */
export type TextField = Exclude<SavedField, FieldOf<"team">>;

/** Names of one field in a language, for site, documents, and emails. */
export type Names = {
  /** Label above the field's input, often a question. */
  label: string;
  /** Name of the field in a list of several steps, where "Role" alone would be ambiguous. The default is the label. */
  name?: string;
  /** Name of the field above its answer in a page or a table. The default is the label. */
  short?: string;
};
/**
 * Names of all fields of the application in a language (field-names.it.ts, …). The compiler rejects a missing field.
 */
export type FieldNames = Record<ProjectField, Names>;

/** Names of the application's fields in page order. */
export const FIELD_NAMES = Object.keys(PROJECT_FIELDS) as ProjectField[];

/** Returns the definition of a field with the common type of all definitions. */
export function ruleOf(name: ProjectField): FieldRule {
  return PROJECT_FIELDS[name];
}

export function isFileField(name: ProjectField): name is FileField {
  return ruleOf(name).kind === "file";
}

export function isSavedField(name: ProjectField): name is SavedField {
  return !isFileField(name);
}

export function isTextField(name: ProjectField): name is TextField {
  return isSavedField(name) && ruleOf(name).kind !== "team";
}

/** Required fields of the application, in page order. */
export const REQUIRED_FIELDS = FIELD_NAMES.filter((name) => ruleOf(name).required);
export const FILE_FIELDS = FIELD_NAMES.filter(isFileField);
export const SAVED_FIELDS = FIELD_NAMES.filter(isSavedField);
export const TEXT_FIELDS = FIELD_NAMES.filter(isTextField);

/** Maximum number of people in a team (rule application.team-size). */
export const TEAM_MAX = 5;

/** Returns the maximum length in characters of a text field's answer. */
export function lengthOf({ kind, max = LENGTHS[kind] }: { kind: TextKind; max?: number }): number {
  return max;
}

/**
 * Returns the limit of a field: characters of a text, or people of a team. Returns undefined for fields without a
 * limit.
 */
export function limitOf(name: FieldOf<TextKind | "team">): number;
export function limitOf(name: ProjectField): number | undefined;
export function limitOf(name: ProjectField) {
  const rule = ruleOf(name);
  if (rule.kind === "team") return TEAM_MAX;
  if (rule.kind === "choice" || rule.kind === "file") return undefined;
  return lengthOf(rule);
}

/**
 * Fields by their aliases. Requests can use an alias instead of the full name of a field. If a request contains both
 * names, the value under the full name applies.
 */
export const FIELD_ALIASES: Readonly<Record<string, ProjectField>> = Object.fromEntries(
  FIELD_NAMES.flatMap((name) => {
    const { alias } = ruleOf(name);
    return alias ? [[alias, name]] : [];
  }),
);

/** Returns the fields of a step of the application, in page order. */
export function fieldsOf(step: Step): ProjectField[] {
  return FIELD_NAMES.filter((name) => ruleOf(name).step === step);
}
