import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { projectTags } from "../../db/schema/tags";
import { eraseAccount } from "../../users/erase";

const { api, db, deps, clock, makeUser, makeEdition } = await testBackend();
await makeEdition();
const rita = await makeUser({ firstName: "Rita", lastName: "Neri", roles: ["staff"] });
const paolo = await makeUser({ firstName: "Paolo", lastName: "Sarti", roles: ["staff"] });
const auditor = await makeUser({ roles: ["auditor"] });
const LIST = "wp/v2/staff/applications";
const TAGS = "wp/v2/staff/tags";

async function application(nome: string) {
  const user = await makeUser();
  await api("POST", "wp/v2/project", { token: user.token, body: fullDraft({ nome }) });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  return { user, id: project?.id ?? "" };
}
const tag = async (name: string) =>
  (await api("POST", TAGS, { token: rita.token, body: { name } })).json as { id: string };
/** Previews and confirms a staff action. */
async function act(path: string, body: object, { token } = rita) {
  const shown = await api("POST", path, { token, body });
  if (shown.status !== 200) return shown;
  const agreed = { plan: shown.json.plan, typed: shown.json.count };
  return api("POST", path, { token, body: { ...body, ...agreed } });
}
const read = async (query: string, { token } = rita) =>
  (await api("GET", `${LIST}${query}`, { token })).json;
const namesIn = async (query: string, as = rita) =>
  (await read(query, as)).applications.map(({ name }: { name: string }) => name).sort();

const [onda, filo, seta] = [
  await application("Onda"),
  await application("Filò"),
  await application("Seta"),
];

test("a tag's name is cleaned, markup stays text, and the name is unique regardless of case and accents", async () => {
  const { status, json } = await api("POST", TAGS, {
    token: rita.token,
    body: { name: "  <b>Perché\u202e</b>  " },
  });
  expect([status, json.name]).toEqual([201, "<b>Perché</b>"]);
  for (const name of ["<B>perche</B>", "<b>PERCHÉ</b>"]) {
    const again = await api("POST", TAGS, { token: rita.token, body: { name } });
    expect(again.json.data.fields).toEqual({ name: "name_taken" });
  }
  for (const [name, code] of [
    ["x".repeat(41), "too_long"],
    [" \u200b ", "required"],
  ]) {
    const wrong = await api("POST", TAGS, { token: rita.token, body: { name } });
    expect(wrong.json.data.fields).toEqual({ name: code });
  }
  const long = await api("POST", TAGS, { token: rita.token, body: { name: "א".repeat(40) } });
  expect(long.status).toBe(201);
});

test("an auditor reads tags and changes none", async () => {
  expect((await api("GET", TAGS, auditor)).status).toBe(200);
  const { status } = await api("POST", TAGS, { token: auditor.token, body: { name: "no" } });
  expect(status).toBe(404);
});

test("tags are added to and removed from chosen applications, which the list filters by", async () => {
  const [press, call] = [await tag("stampa"), await tag("da chiamare")];
  const both = { selection: { ids: [onda.id, filo.id] } };
  const added = await act(`${LIST}/tags`, { ...both, add: [press.id, call.id] });
  expect(added.json).toMatchObject({
    ...{ done: true, count: 2 },
    effects: [
      { name: "tagged", count: 2, facts: { tag: "da chiamare" } },
      { name: "tagged", count: 2, facts: { tag: "stampa" } },
    ],
  });
  const again = await act(`${LIST}/tags`, { ...both, add: [press.id], remove: [call.id] });
  expect(again.json).toMatchObject({ done: true, count: 2 });
  expect(await namesIn(`?tag=${press.id}`)).toEqual(["Filò", "Onda"]);
  expect(await namesIn(`?tag=${call.id}`)).toEqual([]);
  expect(await namesIn("?tag=none")).toEqual(["Seta"]);
  const { tags } = (await api("GET", TAGS, rita)).json;
  expect(tags).toContainEqual(expect.objectContaining({ name: "stampa", count: 2 }));
  const [row] = (await read(`?tag=${press.id}&search=onda`)).applications;
  expect(row.tags).toEqual([expect.objectContaining({ name: "stampa" })]);
  const { happened } = (await api("GET", `${LIST}/${onda.id}`, rita)).json;
  expect(happened.find((one: { act: string }) => one.act === "application.untag").reason).toBe(
    "da chiamare",
  );
});

test("a tag that a colleague deletes meanwhile stops the action, and nothing is changed", async () => {
  const gone = await tag("di passaggio");
  const body = { selection: { ids: [seta.id] }, add: [gone.id] };
  const shown = await api("POST", `${LIST}/tags`, { token: rita.token, body });
  await act(`${TAGS}/${gone.id}/deletion`, {}, paolo);
  const made = await api("POST", `${LIST}/tags`, {
    token: rita.token,
    body: { ...body, plan: shown.json.plan },
  });
  expect([made.status, made.json.data.fields]).toEqual([422, { add: "invalid_choice" }]);
});

test("two colleagues who tag the same application at once both keep their tag", async () => {
  const [one, other] = [await tag("prima"), await tag("seconda")];
  const selection = { ids: [seta.id] };
  const made = await Promise.all([
    act(`${LIST}/tags`, { selection, add: [one.id] }, rita),
    act(`${LIST}/tags`, { selection, add: [other.id] }, paolo),
  ]);
  expect(made.map(({ json }) => json.done)).toEqual([true, true]);
  const [row] = (await read("?search=seta")).applications;
  expect(row.tags.map(({ name }: { name: string }) => name)).toEqual(["prima", "seconda"]);
});

test("a merge moves applications and saved views to the other tag", async () => {
  const [from, into] = [await tag("giornali"), await tag("giornale")];
  await act(`${LIST}/tags`, { selection: { ids: [onda.id, filo.id] }, add: [from.id] });
  await act(`${LIST}/tags`, { selection: { ids: [onda.id] }, add: [into.id] });
  const view = { list: "applications", name: "Giornali", query: { tag: from.id } };
  await api("POST", "wp/v2/staff/saved-lists", { token: paolo.token, body: view });
  const merged = await act(`${TAGS}/${from.id}/merge`, { into: into.id });
  expect(merged.json).toMatchObject({
    done: true,
    effects: [
      { name: "tag_merged", count: 2 },
      { name: "tag_both", count: 1 },
      { name: "tag_views_follow", count: 1 },
    ],
  });
  expect(await namesIn(`?tag=${into.id}`)).toEqual(["Filò", "Onda"]);
  const { lists } = (await api("GET", "wp/v2/staff/saved-lists", paolo)).json;
  expect(lists[0]).toMatchObject({ query: { tag: into.id }, broken: null });
});

test("a rename needs a free name, and a deleted tag leaves a message in saved views", async () => {
  const [own] = [await tag("terzo settore"), await tag("altro")];
  const path = `${TAGS}/${own.id}`;
  const taken = await act(path, { name: "ALTRO", colour: "blue" });
  expect(taken.json.data.fields).toEqual({ name: "name_taken" });
  const renamed = await act(path, { name: "Terzo settore", colour: "blue" });
  expect(renamed.json.done).toBe(true);
  const view = { list: "applications", name: "Terzo", query: { tag: own.id }, shared: true };
  await api("POST", "wp/v2/staff/saved-lists", { token: rita.token, body: view });
  expect((await act(`${path}/deletion`, {})).json.effects).toContainEqual(
    expect.objectContaining({ name: "tag_views_break", count: 1 }),
  );
  const { lists } = (await api("GET", "wp/v2/staff/saved-lists", paolo)).json;
  expect(lists.find((one: { name: string }) => one.name === "Terzo").broken).toBe("tag");
});

test("notes are found by their text, counted on the row, and filtered", async () => {
  await api("POST", `${LIST}/${filo.id}/notes`, {
    token: rita.token,
    body: { text: "Il Giornale di Bergamo chiede perché" },
  });
  expect(await namesIn("?search=bergamo PERCHE")).toEqual(["Filò"]);
  expect(await namesIn("?notes=yes")).toEqual(["Filò"]);
  expect(await namesIn("?notes=no")).toEqual(["Onda", "Seta"]);
  expect((await read("?notes=yes")).applications[0].notes).toBe(1);
});

test("erasing an applicant erases tags and notes, also in the audit log", async () => {
  const { user, id } = await application("Cenere");
  const secret = await tag("riservata");
  await act(`${LIST}/tags`, { selection: { ids: [id] }, add: [secret.id] });
  await api("POST", `${LIST}/${id}/notes`, { token: rita.token, body: { text: "cenere nota" } });
  await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, user.id));
  await eraseAccount(deps, user.id, clock.now);
  expect(await db.$count(projectTags, eq(projectTags.projectId, id))).toBe(0);
  const lines = await db.select().from(auditEntries);
  const about = lines.filter(({ target }) => target.user === user.id);
  expect(about.map(({ act }) => act)).toContain("application.tag");
  expect(JSON.stringify(about)).not.toMatch(/riservata|cenere nota/);
});
