import { eq } from "drizzle-orm";
import type { getEvaluationRecord } from "@/contract/evaluation-work";
import { evaluationRecords } from "../db/schema/evaluations";
import { fail } from "../http/failure";
import type { Handler } from "../http/serve";
import { canonicalJson } from "../project/canonical";
import { attachment } from "./attachment";
import { findClosing } from "./closing";
import { editionOf } from "./edition";
import { wordsIn } from "./words";

/**
 * The record of the caller's closing as a file. Its bytes are what was hashed, so that anybody can
 * check it: the SHA-256 of the file is the one the page shows.
 */
export const readRecordFile: Handler<typeof getEvaluationRecord> = async ({
  db,
  caller,
  query,
  language,
  arrivedAt,
}) => {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const closing = await findClosing(db, edition.id, caller.id);
  if (!closing) return fail("evaluation_not_closed");
  const [stored] = await db
    .select({ record: evaluationRecords.record })
    .from(evaluationRecords)
    .where(eq(evaluationRecords.id, closing.id));
  const bytes = Buffer.from(canonicalJson(stored?.record), "utf8");
  const name = `${wordsIn(language).export.record}-${edition.year}.json`;
  return attachment(bytes, "application/json", name);
};
