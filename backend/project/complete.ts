import { type SQL, sql } from "drizzle-orm";
import { PROJECT_FIELDS, REQUIRED_FIELDS } from "@/contract/project/project-fields";

const ofKind = (isFile: boolean) =>
  REQUIRED_FIELDS.filter((name) => (PROJECT_FIELDS[name].kind === "file") === isFile);
const ANSWERS = ofKind(false);
const FILES = ofKind(true);

const named = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

/**
 * SQL condition over `projects`: the draft has all required fields. Works like `missingFields` of the contract, but for
 * many drafts in one query. The required fields are not stored, so a change in the contract applies to all drafts.
 *
 * The query reads the files of all drafts together, because PostgreSQL plans a subquery for each draft badly. The query
 * first compares the number of filled fields, because comparing their names takes longer. Table names are written out,
 * because Drizzle omits them in a query on one table.
 */
export const isComplete = sql.raw(`(cardinality(projects.filled) >= ${ANSWERS.length}
  and projects.filled @> array[${named(ANSWERS)}]::text[] and projects.id in (
  select files.project_id from files where files.detached_at is null and files.field in (${named(FILES)})
  group by 1 having count(*) = ${FILES.length}
))`) as SQL<boolean>;
