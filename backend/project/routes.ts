import { getProjectFeedback as getProjectFeedbackContract } from "@/contract/evaluation/feedback";
import * as contract from "@/contract/project/project";
import type { Serve } from "../http/serve";
import { getProjectFeedback } from "./feedback";
import { readProjectAnswer } from "./project-answer";
import { getReceipt } from "./receipt/receipt";
import { saveProject } from "./save-project";
import { sendProject } from "./send-project";
import { getTimeline } from "./timeline";
import { restoreProject, withdrawProject } from "./withdraw-project";

export function serveProject(serve: Serve) {
  serve(contract.getProject, ({ db, caller, arrivedAt, config }) =>
    readProjectAnswer(db, caller.id, arrivedAt, config),
  );
  serve(contract.saveProject, saveProject);
  serve(contract.sendProject, sendProject);
  serve(contract.withdrawProject, withdrawProject);
  serve(contract.restoreProject, restoreProject);
  serve(contract.getReceipt, getReceipt);
  serve(contract.getTimeline, getTimeline);
  serve(getProjectFeedbackContract, getProjectFeedback);
}
