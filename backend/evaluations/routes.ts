import {
  getEvaluationRecord,
  getNeighbours,
  getNextProject,
  listEvaluations,
} from "@/contract/evaluation-work";
import {
  closeEvaluation,
  exportProjects,
  getDossier,
  getEvaluationFile,
  getProjectForEvaluation,
  getRanking,
  listProjects,
  recuse,
  saveEvaluation,
  takeBackRecusal,
} from "@/contract/evaluations";
import type { Serve } from "../http/serve";
import { storeClosing } from "./close-evaluation";
import { readDossier } from "./dossier";
import { readExport } from "./export";
import { readEvaluations } from "./list-evaluations";
import { readProjectList } from "./list-projects";
import { readNeighbours } from "./neighbours";
import { readNextProject } from "./next-project";
import { readProject } from "./one-project";
import { rankingReader } from "./ranking-answer";
import { readRecordFile } from "./record-file";
import { removeRecusal, storeRecusal } from "./recusal";
import { storeEvaluation } from "./save-evaluation";
import { readSentFile } from "./sent-file";

/** Serves the evaluations endpoints of the contract. */
export function serveEvaluations(serve: Serve) {
  // The list's fixed neighbours come before projects/{id}, which would take them for ids.
  serve(listProjects, readProjectList);
  serve(getRanking, rankingReader());
  serve(exportProjects, readExport);
  serve(getNextProject, readNextProject);
  serve(getProjectForEvaluation, readProject);
  serve(getEvaluationFile, readSentFile);
  serve(saveEvaluation, storeEvaluation);
  serve(recuse, storeRecusal);
  serve(takeBackRecusal, removeRecusal);
  serve(getDossier, readDossier);
  serve(getNeighbours, readNeighbours);
  serve(closeEvaluation, storeClosing);
  serve(listEvaluations, readEvaluations);
  serve(getEvaluationRecord, readRecordFile);
}
