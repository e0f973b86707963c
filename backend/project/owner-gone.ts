import { and, eq, gt, inArray, isNotNull, isNull, notExists, or, sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { editions, projectPeople, projects, submissions } from "../db/schema/applications";
import { claimPeople } from "./team-rule";
import { makeLastCurrent } from "./withdraw-project";

/**
 * Hides the sent applications of a closed account from evaluators, except in awarded editions, and frees the team
 * members for other applications. The privacy notice promises that an application under evaluation leaves the selection
 * if the applicant requests its deletion.
 */
export async function hideSent(tx: Executor, userId: string, now: Date): Promise<void> {
  const undecided = tx
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(editions, eq(editions.id, projects.editionId))
    .where(
      and(eq(projects.userId, userId), or(isNull(editions.awardedAt), gt(editions.awardedAt, now))),
    );
  await tx
    .update(submissions)
    .set({ current: false })
    .where(and(inArray(submissions.projectId, undecided), submissions.current));
  await tx.delete(projectPeople).where(inArray(projectPeople.projectId, undecided));
}

/**
 * Makes the sent applications of a reactivated account visible to evaluators again. Throws person_in_two_projects if a
 * team member has joined another application in the meantime.
 */
export async function showSent(tx: Executor, userId: string): Promise<void> {
  const shown = tx
    .select({ one: sql`1` })
    .from(submissions)
    .where(and(eq(submissions.projectId, projects.id), submissions.current));
  const hidden = await tx
    .select()
    .from(projects)
    .where(
      and(
        eq(projects.userId, userId),
        isNotNull(projects.sentVersion),
        isNull(projects.withdrawnAt),
        notExists(shown),
      ),
    );
  for (const project of hidden) {
    const sent = await makeLastCurrent(tx, project.id);
    if (sent) await claimPeople(tx, project, sent);
  }
}
