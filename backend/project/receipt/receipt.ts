import { and, desc, eq, lt } from "drizzle-orm";
import type * as contract from "@/contract/project/project";
import { wholeProject } from "@/contract/project/project-schemas";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { currentEdition } from "../../editions/edition";
import { download } from "../../http/download";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { findProject } from "../stored-project";
import { receiptMessages, writeReceipt } from "./receipt-pdf";

type Submission = typeof submissions.$inferSelect;

/** Returns the number of the receipt that a submission replaces, or null for the first submission. */
export async function replacedBy(
  db: Executor,
  { projectId, number }: Pick<Submission, "projectId" | "number">,
): Promise<string | null> {
  const [before] = await db
    .select({ number: submissions.number })
    .from(submissions)
    // Receipt numbers of an edition have equal length and only increase, so their text order is their numeric order.
    .where(and(eq(submissions.projectId, projectId), lt(submissions.number, number)))
    .orderBy(desc(submissions.number))
    .limit(1);
  return before?.number ?? null;
}

/**
 * Returns the receipt of the current submission, in the caller's language. Fails with 404 without a
 * submission.
 */
export async function getReceipt({
  db,
  caller,
  config,
  language,
  arrivedAt,
}: Call<typeof contract.getReceipt>) {
  const edition = await currentEdition(db, arrivedAt);
  const project = await findProject(db, edition.id, caller.id);
  if (!project) return fail("not_found");
  const [sent] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.projectId, project.id), submissions.current));
  if (!sent) return fail("not_found");
  const pdf = writeReceipt({
    programme: config.PROGRAMME_NAME,
    number: sent.number,
    replaces: await replacedBy(db, sent),
    sha256: sent.sha256,
    sentAt: sent.sentAt,
    year: edition.year,
    account: `${caller.firstName} ${caller.lastName} <${caller.email}>`,
    project: wholeProject(sent.project),
    written: caller.language,
    language,
  });
  const name = `${receiptMessages(language).fileName}-${sent.number}.pdf`;
  return download(pdf, { type: "application/pdf", name });
}
