import { expect } from "playwright/test";
import { ownAddress } from "../browser/visitors";

/** Signs in an evaluator who scores and closes through the API of a site. */
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
    /** Scores the first `count` assigned projects, lower for later names. Returns the number of projects. */
    async score(count: number, names: readonly string[]): Promise<number> {
      const list = await fetch(at("projects?per_page=100"), { headers: token });
      const { projects } = (await list.json()) as { projects: { id: string; nome: string }[] };
      for (const { id, nome } of projects.slice(0, count)) {
        const place = names.indexOf(nome);
        const five = { impact: 10 - place, utility: 9, feasibility: 8, scalability: 7 - place };
        await post(`projects/${id}/evaluation`, { scores: { ...five, innovation: 6 } }, token);
      }
      return projects.length;
    },
    close: () => post("projects_evaluations", { closed: true }, token),
  };
}
