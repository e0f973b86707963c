import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/feedback";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import type { Executor } from "../db/connect";
import { decisionReleases, decisions } from "../db/schema/evaluations";
import { releasedFeedback } from "../db/schema/feedback";
import { currentEdition } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { findProject } from "./stored-project";

/**
 * Returns the feedback that the caller received with the decisions about their application. Fails with 404 without an
 * application.
 */
export async function getProjectFeedback({
  db,
  caller,
  arrivedAt,
}: Call<typeof contract.getProjectFeedback>) {
  const edition = await currentEdition(db, arrivedAt);
  const project = await findProject(db, edition.id, caller.id);
  if (!project) return fail("not_found");
  return { feedback: await receivedFeedback(db, project.id) };
}

/**
 * Returns the feedback that an applicant received with the decisions about an application, the furthest stage first.
 * Omits decisions without feedback. A corrected decision replaces the previous one.
 */
export async function receivedFeedback(db: Executor, projectId: string) {
  const told = await db
    .selectDistinctOn([decisions.stage], {
      id: decisions.id,
      stage: decisions.stage,
      at: decisionReleases.at,
    })
    .from(decisions)
    .innerJoin(decisionReleases, eq(decisionReleases.id, decisions.releaseId))
    .where(
      and(
        eq(decisions.projectId, projectId),
        isNotNull(decisions.releaseId),
        isNull(decisions.undoneAt),
      ),
    )
    .orderBy(decisions.stage, desc(decisions.sequence));
  const texts = await db
    .select()
    .from(releasedFeedback)
    .where(eq(releasedFeedback.projectId, projectId))
    .orderBy(asc(releasedFeedback.place));
  return told
    .toSorted((a, b) => STAGE_IDS.indexOf(b.stage) - STAGE_IDS.indexOf(a.stage))
    .flatMap(({ id, stage, at }) => {
      const own = texts.filter(({ decisionId }) => decisionId === id);
      if (own.length === 0) return [];
      return [
        {
          ...{ stage, at: at.toISOString(), band: own[0]?.band ?? null },
          texts: own.map(({ text, language, reasons }) => ({ text, language, reasons })),
        },
      ];
    });
}
