import * as agreement from "@/contract/staff/agreement";
import * as application from "@/contract/staff/application";
import * as applications from "@/contract/staff/applications";
import * as assignment from "@/contract/staff/assignment";
import * as auditLog from "@/contract/staff/audit-log";
import * as checks from "@/contract/staff/checks";
import * as staffDiscussion from "@/contract/staff/discussion";
import * as editions from "@/contract/staff/editions";
import * as evaluators from "@/contract/staff/evaluators";
import * as exports from "@/contract/staff/exports";
import * as staffFeedback from "@/contract/staff/feedback";
import * as figures from "@/contract/staff/figures";
import * as letterTexts from "@/contract/staff/letter-texts";
import * as letters from "@/contract/staff/letters";
import { listMailings as mailingsContract } from "@/contract/staff/mailings";
import * as mails from "@/contract/staff/mails";
import * as matrix from "@/contract/staff/matrix";
import * as notices from "@/contract/staff/notices";
import * as owners from "@/contract/staff/owners";
import { withdrawProposedAct as withdrawContract } from "@/contract/staff/pending-approvals";
import * as people from "@/contract/staff/people";
import * as peopleActions from "@/contract/staff/people-actions";
import * as requests from "@/contract/staff/requests";
import * as rounds from "@/contract/staff/rounds";
import * as saved from "@/contract/staff/saved-lists";
import { seeAs as seeAsContract, stopSeeing as stopSeeingContract } from "@/contract/staff/see-as";
import * as selection from "@/contract/staff/selection";
import * as tags from "@/contract/staff/tags";
import * as team from "@/contract/staff/team";
import * as today from "@/contract/staff/today";
import * as whitepaper from "@/contract/staff/whitepaper";
import { type Serve, serveAll } from "../http/serve";
import { exportAgreement } from "./agreement/export-agreement";
import { getAgreement } from "./agreement/get-agreement";
import { getApplication } from "./application/get-application";
import { getApplicationEvaluations } from "./application/get-evaluations";
import { openDraft } from "./application/open-draft";
import { printDossiers } from "./application/print-dossiers";
import { getVersionDossier, getVersionFile, readVersion } from "./application/read-version";
import { verifyVersion } from "./application/verify-version";
import { writeNote } from "./application/write-note";
import {
  assignApplications,
  extendApplications,
  remindApplications,
  restoreApplications,
  tagApplications,
  unextendApplications,
} from "./applications/application-actions";
import { exportApplications, exportChosenApplications } from "./applications/export-applications";
import { listApplications } from "./applications/list-applications";
import { getApplicationNeighbours } from "./applications/neighbours";
import { withdrawProposedAct } from "./approvals/withdraw-approval";
import { applyAssignment, endAssignment, proposeAssignment } from "./assignment/assignment-actions";
import { getEvaluatorReadings } from "./assignment/evaluator-readings";
import { exportMatrix } from "./assignment/export-matrix";
import { getAssignment } from "./assignment/get-assignment";
import { getMatrix } from "./assignment/get-matrix";
import { getReading } from "./assignment/get-reading";
import {
  fixReading,
  giveReading,
  giveReadings,
  swapReading,
  takeReading,
} from "./assignment/reading-actions";
import { listReadingMails } from "./assignment/reading-mails";
import { hideContribution, nameChair } from "./discussions/discussion-actions";
import { listStaffDiscussions } from "./discussions/list-discussions";
import {
  cloneEdition,
  closeEdition,
  moveDate,
  openEdition,
  removeEdition,
  setAfterSending,
  setEditionFigures,
} from "./editions/edition-actions";
import { getStaffEdition } from "./editions/get-edition";
import {
  dismissEvaluators,
  inviteAgain,
  remindEvaluators,
  reopenEvaluation,
  setCapacities,
} from "./evaluators/evaluator-actions";
import { exportEvaluators } from "./evaluators/export-evaluators";
import { inviteEvaluators } from "./evaluators/invite-evaluators";
import { listEvaluators } from "./evaluators/list-evaluators";
import { exportActs } from "./export-audit-log";
import { getExportColumns } from "./exports/get-export-columns";
import {
  approveFeedback,
  askFeedback,
  editFeedback,
  giveReasons,
  withholdFeedback,
  writeFeedback,
} from "./feedback/feedback-actions";
import { listFeedback } from "./feedback/list-feedback";
import { exportFigures } from "./figures/export-figures";
import { getFigures } from "./figures/get-figures";
import { seeAs, stopSeeing } from "./impersonation";
import { exportLetters } from "./letters/export-letters";
import { keepLetterText, listLetterTexts, removeLetterText } from "./letters/letter-texts";
import { getLetter, listLetters } from "./letters/list-letters";
import { listLeftOut, previewLetter, testLetter } from "./letters/preview-letter";
import { sendLetter } from "./letters/send-letter";
import { listActs } from "./list-audit-log";
import { listStaffEditions } from "./list-editions";
import { exportMails } from "./mails/export-mails";
import { listMailings } from "./mails/list-mailings";
import { listMails } from "./mails/list-mails";
import { resendMail, retryMails } from "./mails/mail-actions";
import { getMailState, getSenderDomain } from "./mails/mail-state";
import { getMailTemplate, listMailTemplates } from "./mails/mail-templates";
import { hurryMails, pauseMails, resumeMails } from "./mails/pause-mails";
import { getStaffNotices, setStaffNotices } from "./notices/own-notices";
import { listColleagues } from "./owners/owners";
import {
  answerRequest,
  assignRequest,
  extendRequest,
  openRequest,
  openRequestFrom,
} from "./people/data-request-actions";
import { eraseAddress } from "./people/erase-address";
import { erasePerson } from "./people/erase-person";
import { exportPeople } from "./people/export-people";
import { downloadPerson, exportPerson } from "./people/export-person";
import { exportRequests } from "./people/export-requests";
import { getPerson } from "./people/get-person";
import { listRequests } from "./people/list-data-requests";
import { listPeople } from "./people/list-people";
import {
  correctEmail,
  deactivatePerson,
  reactivatePerson,
  sendLink,
  signOutPerson,
} from "./people/person-actions";
import { getRounds } from "./rounds/get-rounds";
import {
  changeRound,
  closeRound,
  copyRounds,
  makeRound,
  removeRound,
  reopenRound,
  repeatRound,
  setRoundDates,
  setRoundJury,
} from "./rounds/round-actions";
import {
  changeSavedList,
  hideSavedList,
  listSavedLists,
  removeSavedList,
  saveList,
} from "./saved-lists";
import { listDecisionMails, sendDecisionMailToMe } from "./selection/decision-mails";
import { exportSelection } from "./selection/export-selection";
import { getSelection } from "./selection/get-selection";
import { openRankingEarly } from "./selection/open-ranking";
import { releaseDecisions } from "./selection/release-decisions";
import { correctDecisions, selectProjects, undoDecisions } from "./selection/selection-actions";
import { changeTag, createTag, deleteTag, mergeTag } from "./tags/tag-actions";
import { listTags } from "./tags/tags";
import { exportTeam } from "./team/export-team";
import { listTeam } from "./team/list-team";
import { grantStaff, revokeStaff, signOutStaff } from "./team/team-actions";
import { getStandstill, getToday } from "./today/get-today";
import { verifyChain } from "./verify-chain";
import { exportWhitepaper, listWhitepaper } from "./whitepaper/whitepaper";

export function serveStaff(serve: Serve) {
  serveAll(serve, exports, { getExportColumns });
  serveAll(serve, figures, { getFigures, exportFigures });
  serveAll(serve, auditLog, { listActs, exportActs, verifyChain });
  serveAll(serve, today, { getToday });
  serveAll(serve, checks, { getStandstill });
  serveAll(serve, applications, {
    listApplications,
    exportApplications,
    exportChosenApplications,
    printDossiers,
    getApplicationNeighbours,
    extendApplications,
    unextendApplications,
    restoreApplications,
    remindApplications,
    tagApplications,
    assignApplications,
  });
  serveAll(serve, application, {
    getApplication,
    getApplicationEvaluations,
    writeNote,
    openDraft,
    verifyVersion,
    readVersion,
    getVersionFile,
    getVersionDossier,
  });
  serveAll(serve, notices, { getStaffNotices, setStaffNotices });
  serveAll(serve, matrix, {
    getMatrix,
    exportMatrix,
    getReading,
    getEvaluatorReadings,
    giveReading,
    giveReadings,
    takeReading,
    swapReading,
    fixReading,
    listReadingMails,
  });
  serveAll(serve, saved, {
    listSavedLists,
    saveList,
    changeSavedList,
    hideSavedList,
    removeSavedList,
  });
  serveAll(serve, tags, { listTags, createTag, changeTag, mergeTag, deleteTag });
  serveAll(serve, owners, { listColleagues });
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
  serveAll(serve, staffDiscussion, { listStaffDiscussions, nameChair, hideContribution });
  serveAll(serve, staffFeedback, {
    listFeedback,
    approveFeedback,
    editFeedback,
    withholdFeedback,
    askFeedback,
    giveReasons,
    writeFeedback,
  });
  serveAll(serve, agreement, { getAgreement, exportAgreement });
  serveAll(serve, people, { listPeople, exportPeople, getPerson });
  serveAll(serve, peopleActions, {
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
  serveAll(serve, requests, {
    listRequests,
    exportRequests,
    openRequestFrom,
    eraseAddress,
    assignRequest,
  });
  serveAll(serve, team, { listTeam, exportTeam, grantStaff, revokeStaff, signOutStaff });
  serveAll(serve, whitepaper, { listWhitepaper, exportWhitepaper });
  serveAll(serve, evaluators, {
    listEvaluators,
    exportEvaluators,
    inviteEvaluators,
    inviteAgain,
    remindEvaluators,
    setCapacities,
    dismissEvaluators,
    reopenEvaluation,
  });
  serveAll(serve, assignment, { getAssignment, proposeAssignment, applyAssignment, endAssignment });
  serveAll(serve, editions, {
    listStaffEditions,
    getStaffEdition,
    moveDate,
    openEdition,
    closeEdition,
    setAfterSending,
    setEditionFigures,
    cloneEdition,
    removeEdition,
  });
  serveAll(serve, rounds, {
    getRounds,
    makeRound,
    copyRounds,
    changeRound,
    setRoundDates,
    setRoundJury,
    closeRound,
    reopenRound,
    repeatRound,
    removeRound,
  });
  serveAll(serve, letters, {
    listLetters,
    exportLetters,
    getLetter,
    previewLetter,
    listLeftOut,
    testLetter,
    sendLetter,
  });
  serveAll(serve, letterTexts, { listLetterTexts, keepLetterText, removeLetterText });
  serveAll(serve, mails, {
    listMails,
    exportMails,
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
