import { eq } from "drizzle-orm";
import { asEvaluatorsRead } from "@/contract/evaluation/read-project";
import { FIELD_NAMES, isFileField, isTextField } from "@/contract/project/project-fields";
import { type Project, wholeProject } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { canonicalJson } from "../../project/receipt/canonical";
import type { StoredEvaluation } from "../score/stored-evaluation";

/**
 * Returns the answers of the submission that the evaluator scored, if they differ from the current submission.
 *
 * @param now the current submission, as evaluators see it
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

/** Returns the answers of an earlier submission that differ from the current submission. */
export function differences(before: Project, now: Project): Partial<Project> {
  const changed = FIELD_NAMES.filter((name) => read(before, name) !== read(now, name));
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/**
 * Returns a text that represents an answer for comparison. A file is represented by its name, its hash, and its
 * captions.
 */
function read(project: Project, name: (typeof FIELD_NAMES)[number]): string {
  if (isTextField(name)) return project[name];
  if (isFileField(name)) {
    const file = project[name];
    return file ? canonicalJson([file.name, file.sha256, file.captions ?? null]) : "";
  }
  return JSON.stringify(project[name]);
}
