import { and, eq } from "drizzle-orm";
import type { getReceipt } from "@/contract/project";
import { submissions } from "../db/schema/applications";
import { attachment } from "../evaluations/attachment";
import { fail } from "../http/failure";
import type { Handler } from "../http/serve";
import { currentEdition } from "./edition";
import { receiptWords, writeReceipt } from "./receipt-pdf";
import { findProject } from "./stored-project";

/** The receipt of the version that is sent now, in the caller's language; 404 while none is. */
export const readReceipt: Handler<typeof getReceipt> = async ({
  db,
  caller,
  config,
  language,
  arrivedAt,
}) => {
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
    sha256: sent.sha256,
    sentAt: sent.sentAt,
    year: edition.year,
    account: `${caller.firstName} ${caller.lastName} <${caller.email}>`,
    project: sent.project,
    language,
  });
  const name = `${receiptWords(language).fileName}-${sent.number}.pdf`;
  return attachment(pdf, "application/pdf", name);
};
