import { expect } from "playwright/test";
import { CRITERIA, type Criterion, SCORE_MAX } from "@/contract/evaluation/weights";
import { ownAddress } from "../browser/visitors";

/** The edition and the round in which an evaluator works. By default, the site chooses both. */
type Where = { edition?: number; round?: number };

/**
 * Returns scores for a place in the ranking. Each place has one point less in one criterion than the place before, so
 * 51 places differ.
 */
export function scoresAt(place: number): Record<Criterion, number> {
  const turns = CRITERIA.length;
  const lost = (turn: number) => Math.floor((place + turns - 1 - turn) / turns);
  return Object.fromEntries(
    CRITERIA.map(({ id }, turn) => [id, Math.max(0, SCORE_MAX - lost(turn))]),
  ) as Record<Criterion, number>;
}

/** Signs in an evaluator through a site's API. Returns functions that score projects and close the evaluation. */
export async function evaluatorAt(siteUrl: string, email: string, password: string) {
  const at = (path: string) => `${siteUrl}/wp-json/wp/v2/${path}`;
  const headers = { "Content-Type": "application/json", ...ownAddress() };
  const post = async (path: string, body: object, more: object = {}) => {
    const init = { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const answer = await fetch(at(path), init);
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return answer.json();
  };
  const { access_token } = await post("users/login", { email, password });
  const token = { Authorization: `Bearer ${access_token}` };
  return {
    /**
     * Scores the first `count` projects that are assigned to the evaluator. A project that is later in `names` gets
     * lower scores. Returns the number of assigned projects, at most 100.
     */
    async score(count: number, names: readonly string[], where: Where = {}): Promise<number> {
      const query = new URLSearchParams({ per_page: "100" });
      for (const [name, value] of Object.entries(where)) query.set(name, String(value));
      const list = await fetch(at(`projects?${query}`), { headers: token });
      const { projects } = (await list.json()) as { projects: { id: string; nome: string }[] };
      for (const { id, nome } of projects.slice(0, count)) {
        const { round } = where;
        const scores = scoresAt(names.indexOf(nome));
        await post(`projects/${id}/evaluation`, { scores, ...(round && { round }) }, token);
      }
      return projects.length;
    },
    close: (where: Where = {}) => post("projects_evaluations", { closed: true, ...where }, token),
  };
}
