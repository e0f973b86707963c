import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SAVED_MAX, type SavedListRow } from "@/contract/staff/saved-lists";
import { testBackend } from "@/tests/support/servers/backend";
import { savedLists, users } from "../db/schema/accounts";
import { auditEntries } from "../db/schema/audit-log";
import { eraseAccount } from "../users/erase";

const { api, db, clock, deps, makeUser } = await testBackend();
const rita = await makeUser({ roles: ["staff"] });
const carla = await makeUser({ roles: ["director"] });
const revisore = await makeUser({ roles: ["auditor"] });
type By = typeof rita;

const save = (by: By, body: object) =>
  api("POST", "wp/v2/staff/saved-lists", { token: by.token, body });
const remove = (by: By, id: string) =>
  api("DELETE", `wp/v2/staff/saved-lists/${id}`, { token: by.token });
const kept = async (by: By): Promise<SavedListRow[]> =>
  (await api("GET", "wp/v2/staff/saved-lists", { token: by.token })).json.lists;
const LATE = {
  list: "applications",
  name: "Ultima sera",
  query: { state: "complete", due: "soon" },
};

test("a view is saved under a name, visible only to its owner, and deleted", async () => {
  const { status, json } = await save(rita, { ...LATE, name: "  Ultima sera " });
  const own = { own: true, editable: true, shared: false, hidden: false, broken: null };
  expect([status, json]).toEqual([201, { id: json.id, ...LATE, ...own, by: json.by }]);
  expect(await kept(rita)).toEqual([json]);
  expect(await kept(carla)).toEqual([]);
  expect((await remove(carla, json.id)).status).toBe(404);
  const again = await save(rita, { ...LATE, query: { state: "sent" } });
  expect([again.json.id, await kept(rita)]).toEqual([json.id, [again.json]]);
  expect((await remove(rita, json.id)).status).toBe(204);
  expect((await remove(rita, json.id)).status).toBe(404);
  expect((await remove(rita, "x")).status).toBe(404);
  expect(await kept(rita)).toEqual([]);
  expect(await db.$count(auditEntries)).toBe(0);
});

test.each([
  ["a search text", { ...LATE, query: { search: "Giulia" } }, "query"],
  ["a page", { ...LATE, query: { after: "x" } }, "query"],
  ["an unknown filter value", { ...LATE, query: { state: "asleep" } }, "query"],
  ["a filter of another list", { ...LATE, list: "mails" }, "query"],
  ["no filter", { ...LATE, query: {} }, "query"],
  ["a list without saved views", { ...LATE, list: "acts" }, "list"],
  ["no name", { ...LATE, name: " " }, "name"],
])("a view with %s is refused", async (_, body, field) => {
  const { status, json } = await save(rita, body);
  expect([status, Object.keys(json.data.fields)]).toEqual([422, [field]]);
  expect(await kept(rita)).toEqual([]);
});

test("the number of saved views per list is limited despite concurrent requests", async () => {
  const answers = await Promise.all(
    Array.from({ length: SAVED_MAX + 3 }, (_, index) => save(rita, { ...LATE, name: `n${index}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(SAVED_MAX);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused?.json.data.fields).toEqual({ name: "too_many" });
  expect(
    (await save(rita, { list: "people", name: "n", query: { role: "evaluator" } })).status,
  ).toBe(201);
});

test("an auditor saves no view, and saved views are deleted with the person", async () => {
  expect((await save(revisore, LATE)).status).toBe(404);
  await save(carla, LATE);
  expect(await kept(carla)).toHaveLength(1);
  await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, carla.id));
  expect(await eraseAccount(deps, carla.id, clock.now)).toBe(true);
  expect(await db.$count(savedLists, eq(savedLists.userId, carla.id))).toBe(0);
});

test("a shared view is visible to all colleagues, and only its owner or a director changes it", async () => {
  const paolo = await makeUser({ firstName: "Paolo", lastName: "Sarti", roles: ["staff"] });
  const [elsa, dario] = [
    await makeUser({ roles: ["staff"] }),
    await makeUser({ roles: ["director"] }),
  ];
  const view = { ...LATE, name: "Per tutti", shared: true };
  const { id } = (await save(paolo, view)).json;
  const seen = async (by: By) => (await kept(by)).find((one) => one.id === id);
  for (const by of [elsa, revisore]) {
    expect(await seen(by)).toMatchObject({ by: "Paolo Sarti", own: false, editable: false });
  }
  const change = (by: By, body: object) =>
    api("POST", `wp/v2/staff/saved-lists/${id}`, { token: by.token, body });
  expect((await change(elsa, { name: "Altro" })).status).toBe(404);
  expect((await remove(elsa, id)).status).toBe(404);
  expect((await change(dario, { name: "Sera" })).json).toMatchObject({
    name: "Sera",
    shared: true,
  });
  const hide = (by: By, hidden: boolean) =>
    api("POST", `wp/v2/staff/saved-lists/${id}/hiding`, { token: by.token, body: { hidden } });
  await hide(elsa, true);
  expect([(await seen(elsa))?.hidden, (await seen(dario))?.hidden]).toEqual([true, false]);
  await hide(elsa, false);
  expect((await seen(elsa))?.hidden).toBe(false);
  await change(paolo, { shared: false });
  expect(await seen(elsa)).toBeUndefined();
  expect((await change(dario, { shared: true })).status).toBe(404);
  expect((await hide(elsa, true)).status).toBe(404);
  await change(paolo, { shared: true });
  expect((await remove(dario, id)).status).toBe(204);
  const lines = await db.select().from(auditEntries);
  expect(lines.map(({ act }) => act).filter((act) => act.startsWith("list."))).toEqual([
    ...["list.share", "list.change", "list.share", "list.share", "list.remove"],
  ]);
});

test("a view with a filter that no longer exists says which one", async () => {
  const lia = await makeUser({ roles: ["staff"] });
  const nobody = "00000000-0000-4000-8000-000000000000";
  await save(lia, { ...LATE, name: "tag", query: { tag: nobody } });
  await save(lia, { ...LATE, name: "owner", query: { owner: nobody } });
  await save(lia, { ...LATE, name: "mine", query: { owner: "me", tag: "none" } });
  const former = { list: "applications" as const, name: "filter", query: { region: "nord" } };
  await db.insert(savedLists).values({ ...former, userId: lia.id });
  const views = (await kept(lia)).map(({ name, broken }) => [name, broken]);
  expect(Object.fromEntries(views)).toEqual({
    ...{ tag: "tag", owner: "owner", mine: null, filter: "filter" },
  });
});
