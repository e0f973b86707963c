import type { Verdict } from "@/contract/evaluation/feedback";
import {
  type listFeedback as contract,
  FEEDBACK_PER_PAGE,
  type FEEDBACK_STATES,
} from "@/contract/staff/feedback";
import { readTogether } from "../../db/connect";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import type { Call } from "../../http/serve";
import { findDecidingRound } from "../../selection/candidates";
import {
  isApproved,
  isWaiting,
  ownFeedback,
  type Piece,
  verdictKinds,
  type WrittenText,
  writtenTexts,
} from "../../selection/feedback";
import { lastSummaries } from "../discussions/list-discussions";
import { findInText } from "./detect";
import { evaluatorsInEdition, nameOf, namesToFind, notSelected, projectNames } from "./texts";

/**
 * Returns the feedback texts for the applicants who would get the decision "not selected" in a release of a stage.
 * Returns no texts until staff can read the ranking that decides the stage.
 */
export async function listFeedback({ db, query, arrivedAt }: Call<typeof contract>) {
  const { stage, state } = query;
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await findDecidingRound(db, edition, stage);
  const { isOpen } = await rankingAccess(db, round);
  const known = { edition: edition.year, stage, given: round.feedback, open: isOpen };
  if (!round.feedback || !isOpen) {
    const counts = { all: 0, waiting: 0, empty: 0, ready: 0 };
    return { ...known, counts, page: 1, pages: 1, projects: [] };
  }
  const candidates = await notSelected(db, round, stage);
  const ids = candidates.map(({ id }) => id);
  const [rows, own, names, people] = await readTogether(db, [
    () => verdictKinds(db, round, stage, ids),
    () => ownFeedback(db, stage, ids),
    () => projectNames(db, round),
    () => evaluatorsInEdition(db, round),
  ]);
  const kinds = Map.groupBy(rows, ({ projectId }) => projectId);
  const all = candidates.map((candidate) => {
    const { id } = candidate;
    const state = stateOf(
      (kinds.get(id) ?? []).map(({ kind }) => kind),
      own.has(id),
    );
    return { candidate, state };
  });
  const countOf = (wanted: (typeof FEEDBACK_STATES)[number]) =>
    all.filter((one) => one.state === wanted).length;
  const listed = all.filter((one) => state === undefined || one.state === state);
  const pages = Math.max(1, Math.ceil(listed.length / FEEDBACK_PER_PAGE));
  const page = Math.min(query.page, pages);
  const those = listed.slice((page - 1) * FEEDBACK_PER_PAGE, page * FEEDBACK_PER_PAGE);
  const shownIds = those.map(({ candidate }) => candidate.id);
  const written = await writtenTexts(db, round, stage, shownIds);
  const textsOf = Map.groupBy(written, ({ projectId }) => projectId);
  const index = namesToFind(people, names);
  const authors = new Map(people.map((one) => [one.id, nameOf(one)]));
  const summaryOf = await lastSummaries(db, round, shownIds);
  return {
    ...known,
    counts: {
      all: all.length,
      waiting: countOf("waiting"),
      empty: countOf("empty"),
      ready: countOf("ready"),
    },
    ...{ page, pages },
    projects: those.map(({ candidate, state }) => {
      const { id, nome } = candidate;
      const ofStaff = own.get(id);
      const summary = summaryOf.get(id);
      return {
        ...{ id, name: nome, state },
        texts: (textsOf.get(id) ?? []).map((one) => ({
          author: authors.get(one.evaluatorId) ?? "",
          found: findInText(one.text, index, nome),
          ...shown(one),
        })),
        own: ofStaff ? leaving(ofStaff) : null,
        summary: summary ? { text: summary.text, language: summary.language } : null,
      };
    }),
  };
}

/**
 * Returns the feedback state of a project: texts wait for a staff verdict, a release would send no feedback, or staff
 * have decided about all texts.
 *
 * @param kinds the verdicts about the project's texts
 * @param hasOwn whether staff wrote a text or reasons
 */
function stateOf(
  kinds: readonly (Verdict | null)[],
  hasOwn: boolean,
): (typeof FEEDBACK_STATES)[number] {
  if (kinds.some(isWaiting)) return "waiting";
  return hasOwn || kinds.some(isApproved) ? "ready" : "empty";
}

const leaving = ({ text, language, reasons }: Piece) => ({ text, language, reasons });

const shown = ({ verdict, ...written }: WrittenText) => ({
  id: written.id,
  ...leaving(written),
  verdict: verdict && {
    kind: verdict.kind,
    edited: verdict.kind === "edited" ? leaving(verdict) : null,
    question: verdict.question,
    at: verdict.decidedAt.toISOString(),
  },
});
