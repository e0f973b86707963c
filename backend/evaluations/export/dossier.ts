import type { Readable } from "node:stream";
import type * as contract from "@/contract/evaluation/evaluations";
import { messagesIn } from "../../documents/messages";
import { download, fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { criteriaFor } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { findEvaluation, shownEvaluation } from "../score/stored-evaluation";
import { findSentProject } from "../sent-project";
import { writeDossier } from "./dossier-pdf";

/** Returns one project as a PDF, in the caller's language and only with the caller's own scores. */
export async function getDossier({
  db,
  caller,
  params,
  config,
  language,
}: Call<typeof contract.getDossier>) {
  const { submission } = await findSentProject(db, params.id);
  const { projectId } = submission;
  const [stored, conflicts, criteria] = await Promise.all([
    findEvaluation(db, caller.id, projectId),
    conflictsOfInterest(db, caller, submission.editionId),
    criteriaFor(db, submission.editionId, caller.id),
  ]);
  const document = writeDossier({
    programme: config.PROGRAMME_NAME,
    number: submission.number,
    sentAt: submission.sentAt,
    project: submission.project,
    evaluation: shownEvaluation(stored, submission.id, {
      conflict: conflicts.get(projectId),
      criteria,
      language,
    }),
    criteria,
    language,
  });
  const word = messagesIn(language).export.dossier;
  const name = `${submission.number}-${fileSlug(submission.nome)}-${word}.pdf`;
  return download(document as unknown as Readable, { type: "application/pdf", name });
}
