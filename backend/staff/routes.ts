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
import type { Serve } from "../http/serve";
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
  serve(contract.listActs, listActs);
  serve(contract.exportActs, exportActs);
  serve(today.getToday, getToday);
  serve(today.getStandstill, getStandstill);
  serve(contract.listStaffEditions, listStaffEditions);
  serve(applications.listApplications, listApplications);
  serve(applications.exportApplications, exportApplications);
  serve(applications.exportChosenApplications, exportChosenApplications);
  serve(application.getApplication, getApplication);
  serve(application.writeNote, writeNote);
  serve(application.openDraft, openDraft);
  serve(application.verifyVersion, verifyVersion);
  serve(applications.extendApplications, extendApplications);
  serve(applications.unextendApplications, unextendApplications);
  serve(applications.restoreApplications, restoreApplications);
  serve(applications.remindApplications, remindApplications);
  serve(saved.listSavedLists, listSavedLists);
  serve(saved.saveList, saveList);
  serve(saved.removeSavedList, removeSavedList);
  serve(seeAsContract, seeAs);
  serve(stopSeeingContract, stopSeeing);
  serve(selection.getSelection, getSelection);
  serve(selection.exportSelection, exportSelection);
  serve(selection.selectProjects, selectProjects);
  serve(selection.undoDecisions, undoDecisions);
  serve(selection.correctDecisions, correctDecisions);
  serve(selection.releaseDecisions, releaseDecisions);
  serve(selection.openRankingEarly, openRankingEarly);
  serve(selection.listDecisionMails, listDecisionMails);
  serve(selection.sendDecisionMailToMe, sendDecisionMailToMe);
  serve(withdrawContract, withdrawProposedAct);
  serve(contract.verifyChain, verifyChain);
  serve(people.listPeople, listPeople);
  serve(people.getPerson, getPerson);
  serve(peopleActs.sendLink, sendLink);
  serve(peopleActs.correctEmail, correctEmail);
  serve(peopleActs.signOutPerson, signOutPerson);
  serve(peopleActs.deactivatePerson, deactivatePerson);
  serve(peopleActs.reactivatePerson, reactivatePerson);
  serve(peopleActs.exportPerson, exportPerson);
  serve(peopleActs.downloadPerson, downloadPerson);
  serve(peopleActs.erasePerson, erasePerson);
  serve(peopleActs.openRequest, openRequest);
  serve(peopleActs.extendRequest, extendRequest);
  serve(peopleActs.answerRequest, answerRequest);
  serve(requests.listRequests, listRequests);
  serve(requests.openRequestFrom, openRequestFrom);
  serve(requests.eraseAddress, eraseAddress);
  serve(team.listTeam, listTeam);
  serve(team.grantStaff, grantStaff);
  serve(team.revokeStaff, revokeStaff);
  serve(team.signOutStaff, signOutStaff);
  serve(whitepaper.listWhitepaper, listWhitepaper);
  serve(whitepaper.exportWhitepaper, exportWhitepaper);
  serve(evaluators.listEvaluators, listEvaluators);
  serve(assignment.getAssignment, getAssignment);
  serve(assignment.proposeAssignment, proposeAssignment);
  serve(assignment.applyAssignment, applyAssignment);
  serve(assignment.endAssignment, endAssignment);
  serve(editions.getStaffEdition, getStaffEdition);
  serve(editions.moveDate, moveDate);
  serve(editions.openEdition, openEdition);
  serve(editions.closeEdition, closeEdition);
  serve(editions.setAfterSending, setAfterSending);
  serve(editions.cloneEdition, cloneEdition);
  serve(editions.removeEdition, removeEdition);
  serve(letters.listLetters, listLetters);
  serve(letters.getLetter, getLetter);
  serve(letters.previewLetter, previewLetter);
  serve(letters.listLeftOut, listLeftOut);
  serve(letters.testLetter, testLetter);
  serve(letters.sendLetter, sendLetter);
  serve(mails.listMails, listMails);
  serve(mailingsContract, listMailings);
  serve(mails.resendMail, resendMail);
  serve(mails.retryMails, retryMails);
  serve(mails.getMailState, getMailState);
  serve(mails.getSenderDomain, getSenderDomain);
  serve(mails.listMailTemplates, listMailTemplates);
  serve(mails.getMailTemplate, getMailTemplate);
  serve(mails.pauseMails, pauseMails);
  serve(mails.resumeMails, resumeMails);
  serve(mails.hurryMails, hurryMails);
  serve(evaluators.inviteEvaluators, inviteEvaluators);
  serve(evaluators.inviteAgain, inviteAgain);
  serve(evaluators.remindEvaluators, remindEvaluators);
  serve(evaluators.setCapacities, setCapacities);
  serve(evaluators.dismissEvaluators, dismissEvaluators);
  serve(evaluators.reopenEvaluation, reopenEvaluation);
}
