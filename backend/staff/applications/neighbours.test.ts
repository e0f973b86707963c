import { expect, test } from "vitest";
import { testBackend } from "@/tests/support/servers/backend";

const { api, clock, makeUser, makeEdition } = await testBackend();
await makeEdition();
const { token } = await makeUser({ roles: ["auditor"] });
const LIST = "wp/v2/staff/applications";

/** Saves the given applications one minute apart, so that the order of the list is known. */
async function save(...names: string[]) {
  for (const nome of names) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    const person = await makeUser();
    await api("POST", "wp/v2/project", { token: person.token, body: { nome } });
    if (nome.includes("ritirata")) await api("DELETE", "wp/v2/project", { token: person.token });
  }
}
const get = async (path: string, query: Record<string, string>) =>
  (await api("GET", `${path}?${new URLSearchParams(query)}`, { token })).json;

/** Returns the names of all applications in a list, read page by page. */
async function namesOf(query: Record<string, string>, after?: string): Promise<[string, string][]> {
  const page = await get(LIST, { ...query, per_page: "2", ...(after && { after }) });
  const rows = page.applications.map((row: { id: string; name: string }) => [row.id, row.name]);
  return page.next ? [...rows, ...(await namesOf(query, page.next))] : rows;
}

await save("Alfa", "Beta lana", "Gamma ritirata", "Delta", "Epsilon lana", "", "Zeta lana");

test.each<Record<string, string>>([
  {},
  { search: "lana" },
  { state: "begun" },
  { state: "withdrawn" },
  { state: "begun", search: "a", due: "ahead" },
])("previous and next follow the list %j across its pages", async (query) => {
  const list = await namesOf(query);
  expect(list.length).toBeGreaterThan(0);
  for (const [index, [id]] of list.entries()) {
    const named = (at: number) => (list[at] ? { id: list[at][0], name: list[at][1] } : null);
    expect(await get(`${LIST}/${id}/neighbours`, query)).toEqual({
      ...{ place: index + 1, total: list.length },
      ...{ previous: index === 0 ? null : named(index - 1), next: named(index + 1) },
    });
  }
});

test("an application that no longer matches the filters keeps its place in the list", async () => {
  const all = await namesOf({});
  const delta = all.find(([, name]) => name === "Delta")?.[0] ?? "";
  const around = await get(`${LIST}/${delta}/neighbours`, { search: "lana" });
  expect([around.previous.name, around.next.name]).toEqual(["Epsilon lana", "Beta lana"]);
  expect(around).toMatchObject({ place: 3, total: 4 });
});
