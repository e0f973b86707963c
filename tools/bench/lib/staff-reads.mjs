// @ts-check
// The read requests of the control room that the benchmark measures. Filters, orders and columns come from the contract,
// so that the benchmark also measures new ones.
import { tsImport } from "tsx/esm/api";

/** @typedef {[name: string, path: string]} Read the benchmark replaces `CAPITALS` in a path with values of the seeded data */
/** @typedef {import("zod").ZodType} Schema */

/** @param {string} file */
const contract = (file) => tsImport(`../../../contract/${file}.ts`, import.meta.url);

/**
 * Values for the filters that accept any value, by list and filter. For all other filters, the benchmark uses the
 * values in the contract's schemas.
 */
const VALUES = {
  applications: {
    search: ["progetto", "c4ca4238a0b9", "nientedinient", "3471234567"],
    readings: ["few", "3", "0-2"],
    anno_costituzione: ["2024"],
    tag: ["none", "TAG"],
    owner: ["me", "none"],
    sent_on: ["TODAY"],
  },
  people: { search: ["riva", "zoë riva c4ca", "nientedinient", "app77@example.org"] },
  mails: { search: ["riva", "app77@example.org"], template: ["reminder_complete"], day: ["TODAY"] },
  acts: {
    search: ["extend"],
    who: ["Rita"],
    person: ["PERSON"],
    mail: ["LETTER"],
    from: ["NOW"],
    to: ["NOW"],
  },
  requests: { search: ["ada"], owner: ["me", "none"], year: ["YEAR"] },
  evaluators: { search: ["riva"] },
  matrix: { search: ["progetto c4ca"], evaluator: ["EVALUATOR"] },
};
/** Query parameters that do not filter the rows of a list. */
const NO_FILTERS = [
  ...["edition", "round", "sort", "after", "before", "per_page", "page", "columns", "proposal"],
];
/**
 * Maximum number of values of a filter that the benchmark measures. If a filter has more values, the benchmark measures
 * only the first value.
 */
const FEW = 8;

/**
 * Returns the fixed values that a schema allows, also if the schema is optional or a union. Empty if the schema has no
 * fixed values.
 *
 * @param {any} schema
 * @returns {string[]}
 */
function listed(schema) {
  const { type, innerType, options, entries } = schema.def;
  if (innerType) return listed(innerType);
  if (type === "union") return options.flatMap(listed);
  return type === "enum" ? Object.values(entries) : [];
}

/**
 * Returns the requests to measure for a list: one for each value of each filter, or one for a filter with more than
 * `FEW` values.
 *
 * @param {string} path
 * @param {{ shape: Record<string, Schema> }} schema
 * @param {Record<string, string[]>} values
 * @returns {Read[]}
 */
function filtersOf(path, { shape }, values) {
  return Object.entries(shape)
    .filter(([name]) => !NO_FILTERS.includes(name))
    .flatMap(([name, one]) => {
      const all = values[name] ?? listed(one);
      if (all.length === 0) throw new Error(`staff-reads.mjs has no value for ${path}?${name}`);
      return all
        .slice(0, all.length > FEW ? 1 : FEW)
        .map(
          (value) =>
            /** @type {Read} */ ([`${path}, ${name} ${value}`, `${path}?${name}=${value}`]),
        );
    });
}

export async function staffReads() {
  const [applications, people, mails, log, requests, evaluators, matrix, tables, exported] =
    await Promise.all([
      ...["applications", "people", "mails", "audit-log", "requests", "evaluators", "matrix"].map(
        (name) => contract(`staff/${name}`),
      ),
      contract("staff/exports"),
      contract("staff/export-options"),
    ]);
  const columns = applications.APPLICATION_COLUMNS.filter(
    (/** @type {string} */ one) => one !== "name",
  );
  const sorts = applications.APPLICATION_COLUMNS.filter(applications.isSortColumn);
  const matrixPath = "assignment/matrix";
  /** @type {Read[]} */
  const lists = [
    ...["today", "standstill", "figures", "applications"].map(same),
    ["applications, 100 a page", "applications?per_page=100"],
    ["applications, every column", `applications?columns=${columns.join(".")}`],
    [
      "applications, two answers and a language",
      "applications?industry=industry-food&femminile=yes&language=it",
    ],
    ["applications, the next page", "applications?after=NEXT"],
    ...filtersOf("applications", applications.applicationsFilterSchema, VALUES.applications),
    ...sorts.flatMap((/** @type {string} */ name) =>
      ["", "-"].map((sign) => [
        `applications by ${sign}${name}`,
        `applications?sort=${sign}${name}&columns=readings`,
      ]),
    ),
    ["one application", "applications/ID"],
    ["its neighbours", "applications/ID/neighbours"],
    [
      "its neighbours, by signals and filtered",
      "applications/ID/neighbours?sort=-signals&needs=yes",
    ],
    ["what it answered", "applications/ID/versions/RECEIPT/answers"],
    ...["tags", "colleagues", "saved-lists", "notices", "exports", "team", "whitepaper"].map(same),
    ["people", "people"],
    ...filtersOf("people", people.peopleFilterSchema, VALUES.people),
    ["one person", "people/PERSON"],
    ...filtersOf("requests", requests.listRequests.query, VALUES.requests),
    ...["mails", "mails/mailings", "mails/state", "mail-templates"].map(same),
    ...filtersOf("mails", mails.mailsFilterSchema, { ...VALUES.mails, letter: ["LETTER"] }),
    ...["letters", "letters/LETTER", "letter-texts"].map(same),
    ...["evaluators", "assignment"].map(same),
    ...filtersOf("evaluators", evaluators.evaluatorsQuerySchema, VALUES.evaluators),
    [matrixPath, matrixPath],
    [`${matrixPath}, the last page`, `${matrixPath}?page=100`],
    ...filtersOf(matrixPath, matrix.matrixQuerySchema, VALUES.matrix),
    ["one reading", "assignment/readings/ID/EVALUATOR"],
    ["one evaluator's readings", "assignment/evaluators/EVALUATOR"],
    ["editions", "editions"],
    ["one edition", "editions/YEAR"],
    ["its rounds", "editions/YEAR/rounds"],
    ["acts", "acts"],
    ...filtersOf("acts", log.auditFilterSchema, VALUES.acts),
  ];
  /**
   * Requests whose responses depend on whether a plan assigns projects to evaluators.
   *
   * @type {Read[]}
   */
  const planned = lists
    .filter(([, path]) =>
      /^(today|evaluators|assignment.*|applications\?(needs|readings)=.*|applications\/ID)$/.test(
        path,
      ),
    )
    .map(([name, path]) => [`${name}, with a plan`, path]);
  /**
   * Requests about an edition whose ranking staff can read.
   *
   * @type {Read[]}
   */
  const ranked = [
    ["selection", "selection?edition=RANKED"],
    ["one application, ranked", "applications/RANKED_ID"],
    ["agreement", "agreement?edition=RANKED"],
    ["discussions", "discussions?edition=RANKED"],
    ["discussions, page 5", "discussions?edition=RANKED&page=5"],
    ["feedback", "feedback?edition=RANKED&stage=pre_selected"],
    ["feedback, waiting", "feedback?edition=RANKED&stage=pre_selected&state=waiting"],
    ["mails of a release", "selection/mails?edition=RANKED&stage=pre_selected"],
    ["applications, ranked", "applications?edition=RANKED"],
    ["applications, ranked, by reached", "applications?edition=RANKED&sort=-reached"],
    [
      "applications, ranked, undecided",
      "applications?edition=RANKED&reached=pre_selected&outcome=undecided",
    ],
    ["evaluators, ranked", "evaluators?edition=RANKED"],
  ];
  const all = tables.exportColumns("applications");
  const open = Object.entries(tables.EXPORT_COLUMNS.applications).flatMap(([group, own]) =>
    tables.RANKING_GROUPS.includes(group) ? [] : own,
  );
  /** @type {Read[]} */
  const exports = [
    ...exported.EXPORT_FORMATS.flatMap((/** @type {string} */ format) => [
      [
        `applications, ${format}`,
        `applications/export?edition=YEAR&format=${format}&columns=${open.join(",")}`,
      ],
      [
        `ranking, every column, ${format}`,
        `selection/export?edition=RANKED&format=${format}&columns=${all.join(",")}`,
      ],
      [`every score, ${format}`, `selection/export?edition=RANKED&format=${format}&rows=scores`],
      [`who reads what, ${format}`, `assignment/matrix/export?edition=YEAR&format=${format}`],
    ]),
  ];
  return {
    lists,
    planned,
    ranked,
    exports,
    matrix: { path: matrixPath, narrow: matrix.COLUMNS_NARROW },
  };
}

/** @param {string} path @returns {Read} */
function same(path) {
  return [path, path];
}
