import { asc } from "drizzle-orm";
import {
  type listFeedback as contract,
  FEEDBACK_PER_PAGE,
  type FEEDBACK_STATES,
  type FeedbackProject,
} from "@/contract/staff/feedback";
import type { Executor } from "../../db/connect";
import { summaries } from "../../db/schema/discussion";
import type { Round } from "../../editions/rounds";
import { rankingAccess } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { summarizedIn } from "../../evaluations/round";
import type { Call } from "../../http/serve";
import { type Candidate, findDecidingRound } from "../../selection/candidates";
import {
  type StoredText,
  type StoredVerdict,
  sourcesOf,
  verdictOn,
  verdictsAbout,
  type Written,
  writtenTexts,
  writtenVersions,
} from "../../selection/feedback";
import { findInText, type NameIndex } from "./detect";
import { authorsOf, namesToFind, notSelected } from "./texts";

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
  const versions = Map.groupBy(await writtenVersions(db, round, ids), ({ projectId }) => projectId);
  const verdicts = Map.groupBy(await verdictsAbout(db, stage, ids), ({ projectId }) => projectId);
  const all = candidates.map((candidate) => {
    const own = verdicts.get(candidate.id) ?? [];
    const state = stateOf(versions.get(candidate.id) ?? [], own);
    return { candidate, verdicts: own, state };
  });
  const countOf = (wanted: (typeof FEEDBACK_STATES)[number]) =>
    all.filter((one) => one.state === wanted).length;
  const listed = all.filter((one) => state === undefined || one.state === state);
  const pages = Math.max(1, Math.ceil(listed.length / FEEDBACK_PER_PAGE));
  const page = Math.min(query.page, pages);
  const those = listed.slice((page - 1) * FEEDBACK_PER_PAGE, page * FEEDBACK_PER_PAGE);
  const written = await writtenTexts(
    db,
    round,
    those.map(({ candidate }) => candidate.id),
  );
  const textsOf = Map.groupBy(written, ({ projectId }) => projectId);
  const names = await namesToFind(db, round);
  const authors = await authorsOf(db, round);
  const summaryOf = await lastSummaries(db, round);
  return {
    ...known,
    counts: {
      all: all.length,
      waiting: countOf("waiting"),
      empty: countOf("empty"),
      ready: countOf("ready"),
    },
    ...{ page, pages },
    projects: those.map((one) => ({
      ...shown({ ...one, texts: textsOf.get(one.candidate.id) ?? [] }, names, authors),
      summary: summaryOf.get(one.candidate.id) ?? null,
    })),
  };
}

type Own = { texts: readonly StoredText[]; verdicts: readonly StoredVerdict[] };

/**
 * Returns the feedback state of a project: texts wait for a staff verdict, a release would send no feedback, or staff
 * have decided about all texts.
 */
function stateOf(
  texts: readonly Written[],
  verdicts: readonly StoredVerdict[],
): (typeof FEEDBACK_STATES)[number] {
  const { sources, waiting } = sourcesOf(texts, verdicts);
  if (waiting > 0) return "waiting";
  return sources.length === 0 ? "empty" : "ready";
}

const leaving = ({ text, language, reasons }: StoredText | StoredVerdict) => ({
  ...{ text, language, reasons },
});

function shown(
  {
    candidate,
    texts,
    verdicts,
    state,
  }: Own & { candidate: Candidate; state: (typeof FEEDBACK_STATES)[number] },
  names: NameIndex,
  authors: ReadonlyMap<string, string>,
): Omit<FeedbackProject, "summary"> {
  const own = verdicts.find(({ kind }) => kind === "own");
  return {
    ...{ id: candidate.id, name: candidate.nome, state },
    texts: texts.map((written) => {
      const verdict = verdictOn(written, verdicts);
      return {
        id: written.id,
        author: authors.get(written.evaluatorId) ?? "",
        ...leaving(written),
        found: findInText(written.text, names, candidate.nome),
        verdict: verdict && {
          kind: verdict.kind,
          edited: verdict.kind === "edited" ? leaving(verdict) : null,
          question: verdict.question,
          at: verdict.decidedAt.toISOString(),
        },
      };
    }),
    own: own ? leaving(own) : null,
  };
}

/** Returns the last version of the discussion summary for each discussed project of a round. */
async function lastSummaries(db: Executor, round: Round) {
  const rows = await db
    .select()
    .from(summaries)
    .where(summarizedIn(round))
    .orderBy(asc(summaries.version));
  return new Map(rows.map(({ projectId, text, language }) => [projectId, { text, language }]));
}
