import { and, eq } from "drizzle-orm";
import { languageOf } from "@/contract/languages";
import { wholeProject } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { editions, projects, submissions } from "../db/schema/applications";
import { fail } from "../http/failure";
import { readId } from "../http/parse";

/**
 * Returns the submission of a project that evaluators see, with its edition. Fails with 404 if the project was not
 * submitted, was withdrawn, or does not exist. `written` is the language of the answers: the language of the
 * applicant's account.
 */
export async function findSentProject(db: Executor, id: string) {
  const [row] = await db
    .select({ submission: submissions, edition: editions, written: users.language })
    .from(submissions)
    .innerJoin(editions, eq(editions.id, submissions.editionId))
    .innerJoin(projects, eq(projects.id, submissions.projectId))
    .innerJoin(users, eq(users.id, projects.userId))
    .where(and(eq(submissions.projectId, readId(id)), submissions.current));
  if (!row) return fail("not_found");
  const { submission, edition, written } = row;
  const project = wholeProject(submission.project);
  return {
    submission: { ...submission, project, written: languageOf(written) },
    edition,
  };
}
