import { getApplication as getApplicationContract } from "@/contract/staff/application";
import * as applications from "@/contract/staff/applications";
import * as evaluators from "@/contract/staff/evaluators";
import { seeAs as seeAsContract, stopSeeing as stopSeeingContract } from "@/contract/staff/see-as";
import * as contract from "@/contract/staff/staff";
import { getToday as getTodayContract } from "@/contract/staff/today";
import type { Serve } from "../http/serve";
import { getApplication } from "./application/get-application";
import {
  extendApplications,
  remindApplications,
  unextendApplications,
} from "./applications/act-on-applications";
import { exportApplications } from "./applications/export-applications";
import { listApplications } from "./applications/list-applications";
import { listEvaluators } from "./evaluators/list-evaluators";
import { exportActs } from "./export-acts";
import { listActs } from "./list-acts";
import { listStaffEditions } from "./list-editions";
import { seeAs, stopSeeing } from "./see-as";
import { getToday } from "./today/get-today";
import { verifyChain } from "./verify-chain";

/** Serves what those who run the programme call. */
export function serveStaff(serve: Serve) {
  serve(contract.listActs, listActs);
  serve(contract.exportActs, exportActs);
  serve(getTodayContract, getToday);
  serve(contract.listStaffEditions, listStaffEditions);
  serve(applications.listApplications, listApplications);
  serve(applications.exportApplications, exportApplications);
  serve(getApplicationContract, getApplication);
  serve(applications.extendApplications, extendApplications);
  serve(applications.unextendApplications, unextendApplications);
  serve(applications.remindApplications, remindApplications);
  serve(seeAsContract, seeAs);
  serve(stopSeeingContract, stopSeeing);
  serve(contract.verifyChain, verifyChain);
  serve(evaluators.listEvaluators, listEvaluators);
}
