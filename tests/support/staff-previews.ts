import { endpoints } from "@/contract/api";
import { RACE, STAGE_IDS } from "@/contract/evaluation/funnel";
import { perLanguage } from "@/contract/languages";

/*
 * Example requests for the preview of every staff action, and for every endpoint that only reads data although its
 * method is POST.
 */

/** The ids of the objects that staff requests refer to. */
export type About = {
  application: string;
  receipt: string;
  evaluator: string;
  mail: string;
  letter: string;
};

type Asked = { path: string; body: object };

const edition = 2026;
const nobody = "00000000-0000-4000-8000-000000000000";

/**
 * Returns the request bodies for each staff action with a preview, and for each POST request that only reads, by
 * endpoint name.
 */
function bodiesOf({ application, evaluator }: About): Record<string, readonly object[]> {
  const to = { selection: { ids: [application] } };
  const judges = { selection: { ids: [evaluator] } };
  const texts = perLanguage(() => ({ subject: "Prova", text: "Una prova." }));
  const stages = STAGE_IDS.map((stage) => ({ edition, stage }));
  const races = RACE.map((stage) => ({ edition, stage }));
  return {
    extendApplications: [{ ...to, until: "2027-01-20" }],
    unextendApplications: [to],
    restoreApplications: [to],
    tagApplications: [{ ...to, add: [], remove: [] }],
    assignApplications: [
      { ...to, owner: "me" },
      { ...to, owner: "none" },
    ],
    assignRequest: [{ owner: "me" }],
    changeTag: [{ name: "stampa", colour: "pink" }],
    mergeTag: [{ into: nobody }],
    deleteTag: [{}],
    remindApplications: [to, { selection: { query: {}, count: 2 } }],
    inviteEvaluators: [{ people: [{ email: "nuova@example.org", language: "it" }] }],
    inviteAgain: [judges],
    remindEvaluators: [judges],
    setCapacities: [{ ...judges, capacity: 1 }],
    dismissEvaluators: [judges],
    reopenEvaluation: [{}],
    applyAssignment: [{ proposal: nobody }],
    endAssignment: [{}],
    giveReading: [{ project: application, evaluator }],
    giveReadings: [{ least: 2 }, { projects: [application] }],
    takeReading: [{ project: application, evaluator }],
    swapReading: [{ project: application, evaluator, to: nobody }],
    fixReading: [{ project: application, evaluator, fixed: true }],
    moveDate: [{ which: "evaluation-closes", day: "2026-12-10" }],
    openEdition: [{ from: "2026-07-01", until: "2026-11-30" }],
    closeEdition: [{}],
    setAfterSending: [{ rule: "locked" }],
    setEditionFigures: [{ places: { semifinalist: 18 } }, { readings: 2 }, { grace_minutes: 30 }],
    cloneEdition: [{ to: 2027 }],
    removeEdition: [{}],
    makeRound: [
      {
        ...{ stage: "semifinalist", opens: "2026-12-10", closes: "2026-12-20", jury: [evaluator] },
        names: perLanguage(() => "Seconda lettura"),
      },
    ],
    copyRounds: [{ from: edition }],
    changeRound: [{ weight: 60 }],
    setRoundDates: [{ closes: "2026-12-20" }],
    setRoundJury: [{ jury: [evaluator] }],
    closeRound: [{}],
    reopenRound: [{}],
    repeatRound: [{ opens: "2026-12-10", closes: "2026-12-20", jury: [evaluator] }],
    removeRound: [{}],
    sendLink: [{}],
    correctEmail: [{ email: "altra@example.org" }],
    signOutPerson: [{}],
    deactivatePerson: [{}],
    reactivatePerson: [{}],
    exportPerson: [{}],
    erasePerson: [{}],
    eraseAddress: [{}],
    openRequest: [{ kind: "copy", received_on: "2026-10-01" }],
    openRequestFrom: [{ email: "x@example.org", kind: "copy", received_on: "2026-10-01" }],
    extendRequest: [{}],
    answerRequest: [{}],
    exportChosenApplications: [to],
    printDossiers: [to],
    previewLetter: [{ ...to, texts }],
    listLeftOut: [{ ...to, texts }],
    sendLetter: [{ ...to, texts }],
    resendMail: [{}],
    retryMails: [{ selection: { query: {}, count: 0 } }],
    pauseMails: [{}],
    resumeMails: [{}],
    hurryMails: [{}],
    grantStaff: [{ email: "staff@example.org", role: "auditor" }],
    revokeStaff: [{ email: "staff@example.org", role: "staff" }],
    signOutStaff: [{}],
    selectProjects: stages.flatMap((about) =>
      (["selected", "not_selected"] as const).flatMap((outcome) => [
        { ...about, pick: { top: 1 }, outcome },
        { ...about, pick: { ids: [application] }, outcome },
      ]),
    ),
    undoDecisions: stages,
    correctDecisions: stages.map((about) => ({
      ...{ ...about, ids: [application], outcome: "selected" },
    })),
    releaseDecisions: stages,
    approveFeedback: races.map((about) => ({ ...about, ids: [nobody] })),
    editFeedback: races.map((about) => ({
      ...{ ...about, id: nobody, text: "Un testo", language: "it", reasons: [] },
    })),
    withholdFeedback: races.map((about) => ({ ...about, ids: [nobody] })),
    askFeedback: races.map((about) => ({ ...about, id: nobody, question: "Che cosa manca?" })),
    nameChair: [{ edition, evaluator }],
    hideContribution: [{ hidden: true }],
    giveReasons: races.map((about) => ({
      ...{ ...about, projects: [application], reasons: ["general.places"] },
    })),
    writeFeedback: races.map((about) => ({
      ...{ ...about, project: application, text: "Un testo", language: "it" },
    })),
    openRankingEarly: [{ edition }],
    withdrawProposedAct: [{}],
  };
}

/** Staff endpoints that change data without a preview. */
export const MADE_AT_ONCE = [
  "proposeAssignment",
  "writeNote",
  "openDraft",
  "testLetter",
  "seeAs",
  "saveList",
  "changeSavedList",
  "hideSavedList",
  "createTag",
  "removeSavedList",
  "stopSeeing",
  "keepLetterText",
  "removeLetterText",
  "setStaffNotices",
  "sendDecisionMailToMe",
];

/** Staff endpoints with a method other than GET. */
const POSTS = endpoints.filter(
  ({ method, path }) => path.startsWith("wp/v2/staff/") && method !== "GET",
);

/**
 * Returns the staff endpoints for which this module has neither a request body nor a note that they have no preview.
 * The test expects an empty list.
 */
export function unasked(about: About): string[] {
  const known = [...Object.keys(bodiesOf(about)), ...MADE_AT_ONCE];
  return POSTS.map(({ name }) => name).filter((name) => !known.includes(name));
}

/** Replaces the placeholders in a contract path with ids. */
export function pathOf(path: string, { application, evaluator, mail, letter, receipt }: About) {
  return path
    .replace(/(applications)\/(\{id\}|x)/, `$1/${application}`)
    .replace(/(versions)\/(\{number\}|x)/, `$1/${receipt}`)
    .replace(/readings\/(\{project\}|x)\/(\{evaluator\}|x)/, `readings/${application}/${evaluator}`)
    .replace(/(rounds)\/(\{number\}|x)/, "$1/1")
    .replace(/(letters)\/(\{id\}|x)/, `$1/${letter}`)
    .replace(/(mails)\/(\{id\}|x)/, `$1/${mail}`)
    .replace(/(editions)\/(\{year\}|x)/, `$1/${edition}`)
    .replace(/(people|evaluators|team)\/(\{id\}|x)(?=[/?]|$)/, `$1/${evaluator}`)
    .replace(/\{id\}/, nobody);
}

/** Returns the preview request of every staff action, and every POST request that only reads. */
export function previewsOf(about: About): Asked[] {
  const bodies = bodiesOf(about);
  return POSTS.flatMap(({ name, path }) =>
    (bodies[name] ?? []).map((body) => ({ path: pathOf(path, about), body })),
  );
}
