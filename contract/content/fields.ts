import { instantIn } from "../deadline";
import { type ContentType, typesWith } from "./content-types";
import { COVER_FAMILIES, readCover } from "./covers";
import { itemAt } from "./further";
import { linkAddress } from "./links";
import { readFocus } from "./media";
import { OUTCOMES, STANDINGS } from "./roll";
import { plainSlug, SLUG } from "./slugs";

/*
 * All fields that a content item can have in `meta`. Content files, the inputs of the WordPress plugin, and the content
 * check use this list.
 */

/** Categories of the Academy's lessons, in teaching order. */
export const CATEGORIES = [
  "entrepreneurial_culture",
  "business_plan",
  "impact_measurement",
  "social_entrepreneurship",
] as const;

/**
 * Drawn portraits for people without a photograph, named after a visible feature. Each portrait is a file in
 * `public/portraits`. Editors choose the portrait. The site never derives it from a person's name.
 */
export const PORTRAITS = [
  "beard",
  "bow-tie",
  "bristles",
  "bun",
  "cap",
  "curls",
  "earrings",
  "fringe",
  "headscarf",
  "moustache",
  "parting",
  "plait",
  "quiff",
  "round-glasses",
  "short-curls",
] as const;

/**
 * A content field. Its `kind` determines the input in WordPress and the check of the field's value. `choices` lists the
 * allowed values.
 */
type Row = { kind: keyof typeof KINDS; choices?: readonly string[] };

/** Checks per kind of content field. Each check returns true for a valid value. */
const KINDS = {
  text: () => true,
  date: (value: string) => /^\d{4}-\d{2}-\d{2}/.test(value) && instantIn(value) !== null,
  link: (value: string) => linkAddress(value) !== null,
  email: (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value),
  year: (value: string) => /^\d{4}$/.test(value),
  count: (value: string) => /^\d+/.test(value),
  figure: (value: string) => /\d/.test(value),
  choice: (value: string, choices?: readonly string[]) => choices?.includes(value) ?? false,
  focus: (value: string) => readFocus(value) !== undefined,
  cover: (value: string) => readCover(value) !== undefined,
  further: (value: string) => value.split(/\s+/).every((address) => itemAt(address) !== undefined),
  slugs: (value: string) => value.split(/\s+/).every((slug) => SLUG.test(plainSlug(slug))),
} as const satisfies Record<string, (value: string, choices?: readonly string[]) => boolean>;

export const FIELDS = {
  starts_at: { kind: "date" },
  ends_at: { kind: "date" },
  location: { kind: "text" },
  language: { kind: "text" },
  link: { kind: "link" },
  places: { kind: "count" },
  level: { kind: "text" },
  duration: { kind: "text" },
  category: { kind: "choice", choices: CATEGORIES },
  kind: { kind: "choice", choices: ["lesson", "workshop"] },
  group: { kind: "choice", choices: ["committee", "jury"] },
  role: { kind: "text" },
  organisation: { kind: "text" },
  email: { kind: "email" },
  portrait: { kind: "choice", choices: PORTRAITS },
  edition: { kind: "year" },
  sector: { kind: "text" },
  name: { kind: "text" },
  outcome: { kind: "choice", choices: OUTCOMES },
  prize: { kind: "text" },
  figure: { kind: "figure" },
  status: { kind: "choice", choices: STANDINGS },
  // WordPress stores the following fields in `meta`. Content files write them outside `meta`.
  subject: { kind: "text" },
  cover: { kind: "cover", choices: COVER_FAMILIES },
  focus: { kind: "focus" },
  further: { kind: "further" },
  translation_of: { kind: "slugs" },
} as const satisfies Record<string, Row>;
export type FieldName = keyof typeof FIELDS;
const BESIDE_META = ["subject", "cover", "focus", "further", "translation_of"] as const;
/** Names of the fields that content files write inside `meta`. */
export const META_NAMES = (Object.keys(FIELDS) as FieldName[]).filter(
  (name): name is Exclude<FieldName, (typeof BESIDE_META)[number]> =>
    !BESIDE_META.some((one) => one === name),
);

const ROLL = ["edition", "sector", "outcome", "prize", "figure", "status"] as const;
const OWN: Partial<Record<ContentType, readonly FieldName[]>> = {
  posts: ["subject"],
  events: ["starts_at", "ends_at", "location", "language", "places", "link"],
  courses: ["starts_at", "places", "location", "level", "duration", "link"],
  lessons: ["category", "kind", "duration", "link"],
  people: ["group", "role", "organisation", "email", "portrait"],
  stories: ["name", ...ROLL],
  alumni: [...ROLL],
};

/** Returns the fields of a content type, in the order of the inputs in WordPress. */
export function fieldsOf(type: ContentType): FieldName[] {
  const isPage = typesWith("root").some((one) => one === type);
  return [
    ...(OWN[type] ?? []),
    ...(isPage ? (["cover", "focus", "further"] as const) : []),
    ...(type === "people" ? (["focus"] as const) : []),
    ...(type === "alumni" ? (["further"] as const) : []),
    "translation_of",
  ];
}

/** Reports whether a content field's value is invalid for the site's pages. An empty value is valid. */
export function isWrong(name: FieldName, value: string): boolean {
  const row: Row = FIELDS[name];
  return value.trim() !== "" && !KINDS[row.kind](value.trim(), row.choices);
}
