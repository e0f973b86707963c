import { eq } from "drizzle-orm";
import { FIELD_NAMES, isFileField, isTextField, ruleOf } from "@/contract/project/project-fields";
import { type Project, wholeProject } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import type { StoredEvaluation } from "../score/stored-evaluation";

/** What the version that the scores are about said, where the current one says something else. */
export async function answersBefore(
  db: Executor,
  stored: Pick<StoredEvaluation, "submissionId"> | null,
  now: Project,
): Promise<Partial<Project>> {
  if (!stored?.submissionId) return {};
  const [row] = await db
    .select({ project: submissions.project })
    .from(submissions)
    .where(eq(submissions.id, stored.submissionId));
  return row ? differences(wholeProject(row.project), now) : {};
}

/** The fields that evaluators read and in which two versions differ, as the earlier one has them. */
function differences(before: Project, now: Project): Partial<Project> {
  const changed = FIELD_NAMES.filter((name) => read(before, name) !== read(now, name));
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/** An answer as far as evaluators read it, to be compared. */
function read(project: Project, name: (typeof FIELD_NAMES)[number]): string {
  if (ruleOf(name).private) return "";
  if (isTextField(name)) return project[name];
  if (isFileField(name))
    return project[name] ? `${project[name].name} ${project[name].sha256}` : "";
  return JSON.stringify(project[name].map(({ name, role }) => [name, role]));
}
