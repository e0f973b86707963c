import { EMAIL_MAX, NAME_MAX, PHONE_MAX, TEXT_MAX, URL_MAX } from "../fields";
import { AGE, INDUSTRY, STAGE, TECH, TIPOLOGIA_IMPRESA, YES_NO } from "./options";
import { LOGO_MAX_BYTES, UPLOAD_MAX_BYTES, VIDEO_EXTENSIONS } from "./uploads";

/** The application's steps, in order (rule application.steps); the titles are in messages/. */
export const STEPS = ["idea", "challenge", "documents", "contact", "team"] as const;
export type Step = (typeof STEPS)[number];

/** Kinds of written answers, with the most characters each may have unless its row says otherwise. */
const LENGTHS = {
  line: NAME_MAX,
  lines: TEXT_MAX,
  email: EMAIL_MAX,
  phone: PHONE_MAX,
  year: NAME_MAX,
  url: URL_MAX,
} as const;
export type TextKind = keyof typeof LENGTHS;

/** What a file may be (rule application.files). */
export type FileRule = {
  kind: "file";
  /** Decks have their slides counted, videos their seconds; pictures are drawn again when they come. */
  holds: "deck" | "video" | "picture" | "anything";
  /** Allowed name endings, in lower case with the dot, in the order they are shown. */
  extensions: readonly string[];
  maxBytes: number;
};

/**
 * A row of the application. Whatever has a row is asked in its step, repeated on the review page, and
 * read by evaluators in the sheet, the dossier and the table unless it is private, and stands on the receipt.
 */
export type FieldRule = {
  step: Step;
  /** Counts towards progress. */
  required: boolean;
  /** Shown only when another field has this value; always accepted and kept. */
  shownWith?: { field: string; value: string };
  /** Stands beside the half next to it where there is room. */
  half?: true;
  /**
   * How evaluators meet it, unless as an answer under its name: as the title, as the text that comes
   * before all others, or as one of the tags under the title.
   */
  read?: "title" | "lead" | "tag";
  /**
   * For whoever organises, to reach somebody or to count: evaluators, whose criteria need none of it,
   * meet it in no sheet, dossier or table, and no answer has it (rule evaluation.private).
   */
  private?: true;
  /** Stays when the person is erased: a choice that says nothing about anybody. */
  kept?: true;
  /** Another name it has in the text catalogue; accepted in requests, and beaten by the full name. */
  alias?: string;
} & (
  | { kind: TextKind; max?: number }
  | { kind: "choice"; options: readonly string[] }
  | FileRule
  | { kind: "team" }
);
export type FieldKind = FieldRule["kind"];

/**
 * Every field of the application, in page order (rule application.fields). Schemas, steps, progress,
 * review, evaluators' sheet, dossier, tables and receipt are made from these rows; names are in
 * field-names.
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
/** The fields of some kinds. */
export type FieldOf<K extends FieldKind> = {
  [F in ProjectField]: Fields[F]["kind"] extends K ? F : never;
}[ProjectField];
export type FileField = FieldOf<"file">;
/** A field that travels in a save: everything but the files. */
export type SavedField = Exclude<ProjectField, FileField>;
/** A field whose answer is one string. */
export type TextField = Exclude<SavedField, FieldOf<"team">>;

/** What a field is called in a language: once for site, papers and mails. */
export type Names = {
  /** Above the field, where it is filled in: often a question. */
  label: string;
  /** In a list that mixes steps, where "Role" alone would not say whose; the label unless given. */
  name?: string;
  /** Over an answer that is read, in a sheet or a table; the label unless given. */
  short?: string;
};
/** A language's names (field-names.it.ts, …): the compiler asks for every field, and for no other. */
export type FieldNames = Record<ProjectField, Names>;

/** Field names in page order. */
export const FIELD_NAMES = Object.keys(PROJECT_FIELDS) as ProjectField[];

/** A field's row, without the literal types that hide what the rows have in common. */
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

/** The fields that count for progress, in page order. */
export const REQUIRED_FIELDS = FIELD_NAMES.filter((name) => ruleOf(name).required);
export const FILE_FIELDS = FIELD_NAMES.filter(isFileField);
export const SAVED_FIELDS = FIELD_NAMES.filter(isSavedField);
export const TEXT_FIELDS = FIELD_NAMES.filter(isTextField);

/** People a team may have (rule application.team-size). */
export const TEAM_MAX = 5;

/** The most characters a written answer may have. */
export function lengthOf({ kind, max = LENGTHS[kind] }: { kind: TextKind; max?: number }): number {
  return max;
}

/** How much a field may hold: characters of a text, people of a team; undefined for the others. */
export function limitOf(name: FieldOf<TextKind | "team">): number;
export function limitOf(name: ProjectField): number | undefined;
export function limitOf(name: ProjectField) {
  const rule = ruleOf(name);
  if (rule.kind === "team") return TEAM_MAX;
  if (rule.kind === "choice" || rule.kind === "file") return undefined;
  return lengthOf(rule);
}

/** Other names the text catalogue has for some fields; a full name beats its alias. */
export const FIELD_ALIASES: Readonly<Record<string, ProjectField>> = Object.fromEntries(
  FIELD_NAMES.flatMap((name) => {
    const { alias } = ruleOf(name);
    return alias ? [[alias, name]] : [];
  }),
);

/** The fields of one step, in page order. */
export function fieldsOf(step: Step): ProjectField[] {
  return FIELD_NAMES.filter((name) => ruleOf(name).step === step);
}
