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
  expect([status, json]).toEqual([201, { id: json.id, ...LATE }]);
  expect(await kept(rita)).toEqual([json]);
  expect(await kept(carla)).toEqual([]);
  expect((await remove(carla, json.id)).status).toBe(404);
  // Saving under an existing name replaces the filters of that view.
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
