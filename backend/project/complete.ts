import { type SQL, sql } from "drizzle-orm";
import { PROJECT_FIELDS, REQUIRED_FIELDS } from "@/contract/project/project-fields";

const ofKind = (isFile: boolean) =>
  REQUIRED_FIELDS.filter((name) => (PROJECT_FIELDS[name].kind === "file") === isFile);
const ANSWERS = ofKind(false);
const FILES = ofKind(true);

const named = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

/**
 * Whether nothing required is missing from a draft, over `projects`: what `missingFields` of the contract says of
 * one, for counting many: files of all drafts at once, if any has all its answers. One by one they look so dear to the
 * planner that it no longer minds how it reads other tables. Names are written out: a query of
 * one table alone would leave out which one they are of. The contract's list is part of the query and of nothing stored,
 * so that a required field is required everywhere at once. Counting the answers first spares most drafts the comparison of names.
 */
export const isComplete = sql.raw(`(cardinality(projects.filled) >= ${ANSWERS.length}
  and projects.filled @> array[${named(ANSWERS)}]::text[] and projects.id in (
  select files.project_id from files where files.detached_at is null and files.field in (${named(FILES)})
  group by 1 having count(*) = ${FILES.length}
))`) as SQL<boolean>;
