import * as application from "@/contract/staff/application";
import * as applications from "@/contract/staff/applications";
import * as assignment from "@/contract/staff/assignment";
import * as editions from "@/contract/staff/editions";
import * as evaluators from "@/contract/staff/evaluators";
import * as letters from "@/contract/staff/letters";
import { listMailings as mailingsContract } from "@/contract/staff/mailings";
import * as mails from "@/contract/staff/mails";
import * as people from "@/contract/staff/people";
import * as peopleActs from "@/contract/staff/people-acts";
import { withdrawProposedAct as withdrawContract } from "@/contract/staff/proposed-acts";
import * as requests from "@/contract/staff/requests";
import * as saved from "@/contract/staff/saved-lists";
import { seeAs as seeAsContract, stopSeeing as stopSeeingContract } from "@/contract/staff/see-as";
import * as selection from "@/contract/staff/selection";
import * as contract from "@/contract/staff/staff";
import * as team from "@/contract/staff/team";
import * as today from "@/contract/staff/today";
import * as whitepaper from "@/contract/staff/whitepaper";
import { type Serve, serveAll } from "../http/serve";
import { getApplication } from "./application/get-application";
import { openDraft } from "./application/open-draft";
import { verifyVersion } from "./application/verify-version";
import { writeNote } from "./application/write-note";
import {
  extendApplications,
  remindApplications,
  restoreApplications,
  unextendApplications,
} from "./applications/act-on-applications";
import { exportApplications, exportChosenApplications } from "./applications/export-applications";
import { listApplications } from "./applications/list-applications";
import { applyAssignment, endAssignment, proposeAssignment } from "./assignment/act-on-assignment";
import { getAssignment } from "./assignment/get-assignment";
import {
  cloneEdition,
  closeEdition,
  moveDate,
  openEdition,
  removeEdition,
  setAfterSending,
} from "./editions/act-on-editions";
import { getStaffEdition } from "./editions/get-edition";
import {
  dismissEvaluators,
  inviteAgain,
  remindEvaluators,
  reopenEvaluation,
  setCapacities,
} from "./evaluators/act-on-evaluators";
import { inviteEvaluators } from "./evaluators/invite-evaluators";
import { listEvaluators } from "./evaluators/list-evaluators";
import { exportActs } from "./export-acts";
import { getLetter, listLetters } from "./letters/list-letters";
import { listLeftOut, previewLetter, testLetter } from "./letters/preview-letter";
import { sendLetter } from "./letters/send-letter";
import { listActs } from "./list-acts";
import { listStaffEditions } from "./list-editions";
import { resendMail, retryMails } from "./mails/act-on-mails";
import { listMailings } from "./mails/list-mailings";
import { listMails } from "./mails/list-mails";
import { getMailState, getSenderDomain } from "./mails/mail-state";
import { getMailTemplate, listMailTemplates } from "./mails/mail-templates";
import { hurryMails, pauseMails, resumeMails } from "./mails/pause-mails";
import {
  correctEmail,
  deactivatePerson,
  reactivatePerson,
  sendLink,
  signOutPerson,
} from "./people/act-on-person";
import {
  answerRequest,
  extendRequest,
  openRequest,
  openRequestFrom,
} from "./people/act-on-request";
import { eraseAddress } from "./people/erase-address";
import { erasePerson } from "./people/erase-person";
import { downloadPerson, exportPerson } from "./people/export-person";
import { getPerson } from "./people/get-person";
import { listPeople } from "./people/list-people";
import { listRequests } from "./people/list-requests";
import { withdrawProposedAct } from "./proposed/withdraw-proposed-act";
import { listSavedLists, removeSavedList, saveList } from "./saved-lists";
import { seeAs, stopSeeing } from "./see-as";
import { correctDecisions, selectProjects, undoDecisions } from "./selection/act-on-selection";
import { listDecisionMails, sendDecisionMailToMe } from "./selection/decision-mails";
import { exportSelection } from "./selection/export-selection";
import { getSelection } from "./selection/get-selection";
import { openRankingEarly } from "./selection/open-ranking";
import { releaseDecisions } from "./selection/release-decisions";
import { grantStaff, revokeStaff, signOutStaff } from "./team/act-on-team";
import { listTeam } from "./team/list-team";
import { getStandstill, getToday } from "./today/get-today";
import { verifyChain } from "./verify-chain";
import { exportWhitepaper, listWhitepaper } from "./whitepaper/whitepaper";

/** Registers the endpoints for staff. */
export function serveStaff(serve: Serve) {
  serveAll(serve, contract, { listActs, exportActs, listStaffEditions, verifyChain });
  serveAll(serve, today, { getToday, getStandstill });
  serveAll(serve, applications, {
    listApplications,
    exportApplications,
    exportChosenApplications,
    extendApplications,
    unextendApplications,
    restoreApplications,
    remindApplications,
  });
  serveAll(serve, application, { getApplication, writeNote, openDraft, verifyVersion });
  serveAll(serve, saved, { listSavedLists, saveList, removeSavedList });
  serveAll(serve, selection, {
    getSelection,
    exportSelection,
    selectProjects,
    undoDecisions,
    correctDecisions,
    releaseDecisions,
    openRankingEarly,
    listDecisionMails,
    sendDecisionMailToMe,
  });
  serveAll(serve, people, { listPeople, getPerson });
  serveAll(serve, peopleActs, {
    sendLink,
    correctEmail,
    signOutPerson,
    deactivatePerson,
    reactivatePerson,
    exportPerson,
    downloadPerson,
    erasePerson,
    openRequest,
    extendRequest,
    answerRequest,
  });
  serveAll(serve, requests, { listRequests, openRequestFrom, eraseAddress });
  serveAll(serve, team, { listTeam, grantStaff, revokeStaff, signOutStaff });
  serveAll(serve, whitepaper, { listWhitepaper, exportWhitepaper });
  serveAll(serve, evaluators, {
    listEvaluators,
    inviteEvaluators,
    inviteAgain,
    remindEvaluators,
    setCapacities,
    dismissEvaluators,
    reopenEvaluation,
  });
  serveAll(serve, assignment, { getAssignment, proposeAssignment, applyAssignment, endAssignment });
  serveAll(serve, editions, {
    getStaffEdition,
    moveDate,
    openEdition,
    closeEdition,
    setAfterSending,
    cloneEdition,
    removeEdition,
  });
  serveAll(serve, letters, {
    listLetters,
    getLetter,
    previewLetter,
    listLeftOut,
    testLetter,
    sendLetter,
  });
  serveAll(serve, mails, {
    listMails,
    resendMail,
    retryMails,
    getMailState,
    getSenderDomain,
    listMailTemplates,
    getMailTemplate,
    pauseMails,
    resumeMails,
    hurryMails,
  });
  serve(seeAsContract, seeAs);
  serve(stopSeeingContract, stopSeeing);
  serve(withdrawContract, withdrawProposedAct);
  serve(mailingsContract, listMailings);
}
