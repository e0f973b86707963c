import { eq, isNull } from "drizzle-orm";
import { verifyAuditLog } from "../audit-log/verify-entries";
import type { Database } from "../db/connect";
import { users } from "../db/schema/accounts";
import { files, projects, submissions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import { changedScores, verifyRecords } from "../evaluations/close/verify-record";
import { verifyReceipt } from "../project/receipt/verify-receipt";
import type { FileStore } from "../store/store";

/** Result of a data check: the counts of checked items, and one sentence per problem. */
export type DataCheck = {
  receipts: number;
  records: number;
  /** Number of audit log entries. */
  lines: number;
  files: number;
  problems: string[];
};

/**
 * Checks the integrity of the data: the hash of every receipt, the hash and scores of every closed evaluation, the
 * audit log's hash chain, and the bytes of every file. Skips receipts of erased applications, which can no longer be
 * verified.
 */
export async function checkData(db: Database, store: FileStore): Promise<DataCheck> {
  const problems: string[] = [];
  const sent = await db
    .select({ number: submissions.number })
    .from(submissions)
    .innerJoin(projects, eq(projects.id, submissions.projectId))
    .where(isNull(projects.erasedAt))
    .orderBy(submissions.number);
  for (const { number } of sent) {
    const found = (await verifyReceipt(db, store, number))?.problems ?? ["it is gone"];
    for (const problem of found) problems.push(`receipt ${number}: ${problem}`);
  }
  const evaluators = await db
    .selectDistinct({ email: users.email })
    .from(evaluationRecords)
    .innerJoin(users, eq(users.id, evaluationRecords.evaluatorId));
  let records = 0;
  for (const { email } of evaluators) {
    for (const { intact, year } of await verifyRecords(db, email)) {
      records++;
      if (!intact) problems.push(`${email}’s record of ${year} has changed since it was closed`);
    }
  }
  for (const { email, year } of await changedScores(db)) {
    problems.push(`${email}’s scores of ${year} differ from those of the closed evaluation`);
  }
  const { lines, problem } = await verifyAuditLog(db);
  if (problem) problems.push(`the log has been changed: ${problem}`);
  const stored = await db.select({ id: files.id, size: files.size }).from(files);
  for (const { id, size } of stored) {
    if ((await store.size(id)) !== size) problems.push(`the file ${id} is missing`);
  }
  return { receipts: sent.length, records, lines, files: stored.length, problems };
}
