import { and, eq } from "drizzle-orm";
import { wholeProject } from "@/contract/project/project-schemas";
import type { Executor } from "../db/connect";
import { editions, submissions } from "../db/schema/applications";
import { fail } from "../http/failure";
import { readId } from "../http/parse";

/**
 * Returns the submission of a project that evaluators see, with its edition. Fails with 404 if the project was not
 * submitted, was withdrawn, or does not exist.
 */
export async function findSentProject(db: Executor, id: string) {
  const [row] = await db
    .select({ submission: submissions, edition: editions })
    .from(submissions)
    .innerJoin(editions, eq(editions.id, submissions.editionId))
    .where(and(eq(submissions.projectId, readId(id)), submissions.current));
  if (!row) return fail("not_found");
  const { submission, edition } = row;
  return {
    submission: { ...submission, project: wholeProject(submission.project) },
    edition,
  };
}
