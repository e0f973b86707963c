import type { Readable } from "node:stream";
import type { getDossier } from "@/contract/evaluations";
import type { Handler } from "../http/serve";
import { attachment, fileSlug } from "./attachment";
import { writeDossier } from "./dossier-pdf";
import { findSentProject } from "./sent-project";
import { findEvaluation, toEvaluation } from "./stored-evaluation";
import { wordsIn } from "./words";

/** One project as a PDF, in the caller's language and with the caller's own scores only. */
export const readDossier: Handler<typeof getDossier> = async ({
  db,
  caller,
  params,
  config,
  language,
}) => {
  const { submission } = await findSentProject(db, params.id);
  const stored = await findEvaluation(db, caller.id, submission.projectId);
  const document = writeDossier({
    programme: config.PROGRAMME_NAME,
    number: submission.number,
    sentAt: submission.sentAt,
    project: submission.project,
    evaluation: stored && toEvaluation(stored, submission.id),
    language,
  });
  const word = wordsIn(language).export.dossier;
  const name = `${submission.number}-${fileSlug(submission.nome)}-${word}.pdf`;
  return attachment(document as unknown as Readable, "application/pdf", name);
};
