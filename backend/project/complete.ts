import { type SQL, sql } from "drizzle-orm";
import { PROJECT_FIELDS, REQUIRED_FIELDS } from "@/contract/project/project-fields";

const ofKind = (isFile: boolean) =>
  REQUIRED_FIELDS.filter((name) => (PROJECT_FIELDS[name].kind === "file") === isFile);
const ANSWERS = ofKind(false);
const FILES = ofKind(true);
/** What an empty answer looks like in the draft (rule application.filled). */
const EMPTY = `'""', '[]', '{}', 'null'`;

const named = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

/**
 * Whether nothing required is missing from a draft, over `projects`: what `missingFields` of the contract says of
 * one, for counting many: files first, of all drafts at once. Names are written out: a query of
 * one table alone would leave out which one they are of.
 */
export const isComplete = sql.raw(`(projects.id in (
  select files.project_id from files where files.detached_at is null and files.field in (${named(FILES)})
  group by 1 having count(*) = ${FILES.length}
) and (
  select count(*) from jsonb_each(projects.fields) as answer(name, value)
  where answer.name in (${named(ANSWERS)}) and answer.value not in (${EMPTY})
) = ${ANSWERS.length})`) as SQL<boolean>;
