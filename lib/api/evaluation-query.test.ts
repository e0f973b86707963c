import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { Evaluation, ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { NO_SCORES } from "@/contract/evaluation/weights";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import {
  discussionQuery,
  discussionsQuery,
  feedbackQuery,
  nextProjectQuery,
  projectForEvaluationQuery,
  projectsQuery,
  rankingQuery,
} from "./evaluation-query";

const SCORES = { ...NO_SCORES, impact: 5 };

function project(number: string, evaluation: Partial<Evaluation>): ProjectForEvaluation {
  const stored = { scores: SCORES, note: "", total: null, recusal: null, outdated: false };
  return {
    id: "p1",
    number,
    edition: 2026,
    hints: [],
    sent_at: "2026-08-20T10:00:00.000Z",
    project: EMPTY_PROJECT,
    language: "it",
    evaluation: { ...stored, version: 1, ...evaluation },
    sent_again: evaluation.outdated ?? false,
    before: {},
    renditions: {},
    closed: false,
    closed_at: null,
    scoring: "open",
    evaluationOpensAt: null,
    evaluationDeadlineAt: null,
  };
}

/**
 * Returns the data in the query cache after a refetch.
 *
 * @param known the data before the refetch
 * @param answer the server's response
 */
async function askedAgain(known: ProjectForEvaluation, answer: ProjectForEvaluation) {
  const client = new QueryClient();
  const query = projectForEvaluationQuery("it", "p1");
  client.setQueryData(query.queryKey, known);
  vi.stubGlobal("window", { location: { origin: "https://slancio.example" } });
  vi.stubGlobal("fetch", async () => Response.json(answer));
  return client.fetchQuery({ ...query, staleTime: 0 });
}

test("an evaluator who returns to a project sees the newly submitted version", async () => {
  const now = project("2026-000002", { outdated: true });
  expect(await askedAgain(project("2026-000001", {}), now)).toEqual(now);
});

test("an answer from before a save does not replace the saved evaluation", async () => {
  const saved = project("2026-000001", { version: 2, scores: { ...SCORES, utility: 7 } });
  expect(await askedAgain(saved, project("2026-000001", {}))).toEqual(saved);
});

test("each round has its own cached data, whether its number comes from an answer or from the URL", () => {
  const keys = (round: number | undefined) =>
    [
      projectForEvaluationQuery("it", "p1", round),
      feedbackQuery("it", "p1", round),
      discussionQuery("it", "p1", round),
      discussionsQuery("it", { edition: 2026, round }),
      nextProjectQuery("it", 2026, round),
      rankingQuery("it", { edition: 2026, round }),
      projectsQuery("it", { round }),
    ].map(({ queryKey }) => JSON.stringify(queryKey));
  const all = [undefined, 1, 2].flatMap(keys);
  expect(new Set(all).size).toBe(all.length);
  expect(projectForEvaluationQuery("it", "p1", "2").queryKey).toEqual(
    projectForEvaluationQuery("it", "p1", 2).queryKey,
  );
});

test("the page of another round is not shown while a list loads", () => {
  const placeholder = (round: number, before: number) => {
    const { placeholderData } = projectsQuery("it", { round });
    const query = { queryKey: projectsQuery("it", { round: before, page: 1 }).queryKey };
    return (placeholderData as (...given: unknown[]) => unknown)("rows", query);
  };
  expect(placeholder(2, 2)).toBe("rows");
  expect(placeholder(2, 1)).toBeUndefined();
});
