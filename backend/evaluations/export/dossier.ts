import type { Readable } from "node:stream";
import type * as contract from "@/contract/evaluation/evaluations";
import { messagesIn } from "../../documents/messages";
import { download, fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { criteriaFor } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { roundReading } from "../own-rounds";
import { findEvaluation, shownEvaluation } from "../score/stored-evaluation";
import { findSentProject } from "../sent-project";
import { type Dossier, writeDossier } from "./dossier-pdf";

/** Returns one project as a PDF, in the caller's language and only with the caller's own scores. */
export async function getDossier({
  db,
  caller,
  params,
  query,
  arrivedAt,
  config,
  language,
}: Call<typeof contract.getDossier>) {
  const { submission, edition } = await findSentProject(db, params.id);
  const { projectId } = submission;
  const asking = { db, caller, arrivedAt, config };
  const round = await roundReading(asking, edition, projectId, query.round);
  const [stored, conflicts, criteria] = await Promise.all([
    findEvaluation(db, round, caller.id, projectId),
    conflictsOfInterest(db, caller, submission.editionId),
    criteriaFor(db, round, caller.id),
  ]);
  return sendDossier(submission, {
    programme: config.PROGRAMME_NAME,
    evaluation: shownEvaluation(stored, submission.id, {
      conflict: conflicts.get(projectId),
      criteria,
      language,
    }),
    criteria,
    language,
  });
}

type Submission = Pick<Dossier, "number" | "sentAt" | "project" | "written"> & { nome: string };

/** Returns a submission as a PDF download. */
export function sendDossier(
  { number, sentAt, project, written, nome }: Submission,
  reader: Omit<Dossier, keyof Submission>,
): Response {
  const document = writeDossier({ number, sentAt, project, written, ...reader });
  const name = `${number}-${fileSlug(nome)}-${messagesIn(reader.language).export.dossier}.pdf`;
  return download(document as unknown as Readable, { type: "application/pdf", name });
}
