import { eq } from "drizzle-orm";
import { asEvaluatorsRead } from "@/contract/evaluation/read-project";
import { FIELD_NAMES, isFileField, isTextField } from "@/contract/project/project-fields";
import { type Project, wholeProject } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import type { StoredEvaluation } from "../score/stored-evaluation";

/**
 * What the version that the scores are about said, where the current one says something else.
 *
 * @param now the current one, as evaluators read it
 */
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
  return row ? differences(asEvaluatorsRead(wholeProject(row.project)), now) : {};
}

/** The fields in which two versions differ for whoever evaluates, as the earlier one has them. */
function differences(before: Project, now: Project): Partial<Project> {
  const changed = FIELD_NAMES.filter((name) => read(before, name) !== read(now, name));
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/** An answer to be compared: of a file, what people see and its bytes. */
function read(project: Project, name: (typeof FIELD_NAMES)[number]): string {
  if (isTextField(name)) return project[name];
  if (isFileField(name))
    return project[name] ? `${project[name].name} ${project[name].sha256}` : "";
  return JSON.stringify(project[name]);
}
