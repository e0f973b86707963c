import { eq } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import { evaluationRecords } from "../../db/schema/evaluations";
import { messagesIn } from "../../documents/messages";
import { download } from "../../http/download";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { canonicalJson } from "../../project/receipt/canonical";
import { findEvaluationRecord } from "../closing";
import { editionOf } from "../edition";
import { fileSuffix, roundFor } from "../own-rounds";

/**
 * Returns the caller's evaluation record as a file. The file contains exactly the hashed bytes, so its SHA-256 equals
 * the SHA-256 on the page.
 */
export async function getEvaluationRecord({
  db,
  caller,
  query,
  language,
  arrivedAt,
  config,
}: Call<typeof contract.getEvaluationRecord>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await roundFor({ db, caller, arrivedAt, config }, edition, query.round);
  const evaluationRecord = await findEvaluationRecord(db, round, caller.id);
  if (!evaluationRecord) return fail("evaluation_not_closed");
  const [stored] = await db
    .select({ record: evaluationRecords.record })
    .from(evaluationRecords)
    .where(eq(evaluationRecords.id, evaluationRecord.id));
  const bytes = Buffer.from(canonicalJson(stored?.record), "utf8");
  const name = `${messagesIn(language).export.record}-${edition.year}${fileSuffix(round)}.json`;
  return download(bytes, { type: "application/json", name });
}
