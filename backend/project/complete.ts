import { type SQL, sql } from "drizzle-orm";
import { PROJECT_FIELDS, REQUIRED_FIELDS } from "@/contract/project/project-fields";

const ofKind = (isFile: boolean) =>
  REQUIRED_FIELDS.filter((name) => (PROJECT_FIELDS[name].kind === "file") === isFile);
const ANSWERS = ofKind(false);
const FILES = ofKind(true);
/** What an empty answer looks like in the draft (rule application.filled). */
const EMPTY = `'""', '[]', '{}', 'null'`;

const filled = ANSWERS.map(
  (name) => `coalesce(projects.fields -> '${name}' not in (${EMPTY}), false)`,
);

/**
 * Whether nothing required is missing from a draft, over `projects`: what `missingFields` of the contract says of
 * one, for counting many. Names are written out: a query of one table alone would leave out which one they are of.
 */
export const isComplete = sql.raw(`(${filled.join(" and ")} and (
  select count(*) from files where files.project_id = projects.id and files.detached_at is null
    and files.field in (${FILES.map((name) => `'${name}'`).join(", ")})
) = ${FILES.length})`) as SQL<boolean>;
