import * as work from "@/contract/evaluation/evaluation-work";
import * as contract from "@/contract/evaluation/evaluations";
import type { Serve } from "../http/serve";
import { closeEvaluation } from "./close/close-evaluation";
import { getEvaluationRecord } from "./close/record-file";
import { getDossier } from "./export/dossier";
import { exportProjects } from "./export/export";
import { getEvaluationFile } from "./export/sent-file";
import { listEvaluations } from "./list/list-evaluations";
import { listProjects } from "./list/list-projects";
import { getNeighbours } from "./list/neighbours";
import { getNextProject } from "./list/next-project";
import { getProjectForEvaluation } from "./list/one-project";
import { createRanking } from "./ranking/ranking-answer";
import { recuse, takeBackRecusal } from "./score/recusal";
import { saveEvaluation } from "./score/save-evaluation";

/** Registers the evaluation endpoints of the contract. */
export function serveEvaluations(serve: Serve) {
  // Fixed paths come before projects/{id}, which would otherwise match them as ids.
  serve(contract.listProjects, listProjects);
  serve(contract.getRanking, createRanking());
  serve(contract.exportProjects, exportProjects);
  serve(work.getNextProject, getNextProject);
  serve(contract.getProjectForEvaluation, getProjectForEvaluation);
  serve(contract.getEvaluationFile, getEvaluationFile);
  serve(contract.saveEvaluation, saveEvaluation);
  serve(contract.recuse, recuse);
  serve(contract.takeBackRecusal, takeBackRecusal);
  serve(contract.getDossier, getDossier);
  serve(work.getNeighbours, getNeighbours);
  serve(contract.closeEvaluation, closeEvaluation);
  serve(work.listEvaluations, listEvaluations);
  serve(work.getEvaluationRecord, getEvaluationRecord);
}
