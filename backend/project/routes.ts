import {
  getProject,
  getReceipt,
  getTimeline,
  restoreProject,
  saveProject,
  sendProject,
  withdrawProject,
} from "@/contract/project";
import type { Serve } from "../http/serve";
import { readProjectAnswer } from "./project-answer";
import { readReceipt } from "./receipt";
import { storeSave } from "./save-project";
import { storeSend } from "./send-project";
import { readTimeline } from "./timeline";
import { storeRestoration, storeWithdrawal } from "./withdraw-project";

/** Serves the application's endpoints of the contract. */
export function serveProject(serve: Serve) {
  serve(getProject, ({ db, caller, arrivedAt, config }) =>
    readProjectAnswer(db, caller.id, arrivedAt, config),
  );
  serve(saveProject, storeSave);
  serve(sendProject, storeSend);
  serve(withdrawProject, storeWithdrawal);
  serve(restoreProject, storeRestoration);
  serve(getReceipt, readReceipt);
  serve(getTimeline, readTimeline);
}
