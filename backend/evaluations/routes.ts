import * as discussion from "@/contract/evaluation/discussion";
import * as work from "@/contract/evaluation/evaluation-work";
import * as contract from "@/contract/evaluation/evaluations";
import * as feedback from "@/contract/evaluation/feedback";
import { type Serve, serveAll } from "../http/serve";
import { closeEvaluation } from "./close/close-evaluation";
import { getEvaluationRecord } from "./close/record-file";
import {
  agreeToSummary,
  discuss,
  getDiscussion,
  reviseScores,
  summarize,
} from "./discussion/discuss";
import { listDiscussions } from "./discussion/list-discussions";
import { getDossier } from "./export/dossier";
import { exportProjects } from "./export/export";
import { getEvaluationFile } from "./export/sent-file";
import { getFeedback, saveFeedback } from "./feedback/save-feedback";
import { listEvaluations } from "./list/list-evaluations";
import { listProjects } from "./list/list-projects";
import { getNeighbours } from "./list/neighbours";
import { getNextProject } from "./list/next-project";
import { getProjectForEvaluation } from "./list/one-project";
import { getMyTerms, saveMyTerms } from "./own-terms";
import { getRanking } from "./ranking/ranking-answer";
import { recuse, takeBackRecusal } from "./score/recusal";
import { saveEvaluation } from "./score/save-evaluation";

export function serveEvaluations(serve: Serve) {
  // Fixed paths come before projects/{id}, which would otherwise match them as ids.
  serveAll(serve, discussion, {
    listDiscussions,
    getDiscussion,
    discuss,
    reviseScores,
    summarize,
    agreeToSummary,
  });
  serveAll(serve, work, {
    getNextProject,
    getNeighbours,
    listEvaluations,
    getEvaluationRecord,
    getMyTerms,
    saveMyTerms,
  });
  serveAll(serve, contract, {
    listProjects,
    getRanking,
    exportProjects,
    getProjectForEvaluation,
    getEvaluationFile,
    saveEvaluation,
    recuse,
    takeBackRecusal,
    getDossier,
    closeEvaluation,
  });
  serve(feedback.getFeedback, getFeedback);
  serve(feedback.saveFeedback, saveFeedback);
}
