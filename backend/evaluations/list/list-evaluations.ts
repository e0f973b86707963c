import { eq, or, sql } from "drizzle-orm";
import type { listEvaluations } from "@/contract/evaluation-work";
import { editions, submissions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import type { Handler } from "../http/serve";
import { listEditions } from "../project/edition";
import { closingAnswer, findClosing } from "./closing";
import { countWork } from "./list-projects";

/** The editions in which something was sent, or that the caller has closed; the newest first. */
export const readEvaluations: Handler<typeof listEvaluations> = async ({ db, caller }) => {
  const rows = await db
    .select({ id: editions.id })
    .from(editions)
    .where(
      or(
        sql`exists (select 1 from ${submissions} where ${eq(submissions.editionId, editions.id)} and ${submissions.current})`,
        sql`exists (select 1 from ${evaluationRecords} where ${eq(evaluationRecords.editionId, editions.id)} and ${eq(evaluationRecords.evaluatorId, caller.id)})`,
      ),
    );
  const known = new Set(rows.map(({ id }) => id));
  const all = (await listEditions(db)).filter(({ id }) => known.has(id));
  const evaluations = await Promise.all(
    all.map(async (edition) => {
      const [counts, closing] = await Promise.all([
        countWork(db, edition.id, caller.id),
        findClosing(db, edition.id, caller.id),
      ]);
      return {
        edition: edition.year,
        ...closingAnswer(closing),
        sha256: closing?.sha256 ?? null,
        evaluationOpensAt: edition.evaluationOpensAt?.toISOString() ?? null,
        evaluationDeadlineAt: edition.evaluationClosesAt?.toISOString() ?? null,
        counts,
      };
    }),
  );
  return { evaluations };
};
