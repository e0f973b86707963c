import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";

const { api, db, clock, makeUser, makeEdition } = await testBackend();
await makeEdition();
const rita = await makeUser({ firstName: "Rita", lastName: "Neri", roles: ["staff"] });
const paolo = await makeUser({ firstName: "Paolo", lastName: "Sarti", roles: ["director"] });
const auditor = await makeUser({ roles: ["auditor"] });
const LIST = "wp/v2/staff/applications";
const OWNER = `${LIST}/owner`;

async function application(nome: string) {
  const user = await makeUser();
  await api("POST", "wp/v2/project", { token: user.token, body: fullDraft({ nome }) });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  return project?.id ?? "";
}
async function act(path: string, body: object, { token } = rita) {
  const shown = await api("POST", path, { token, body });
  if (shown.status !== 200) return shown;
  const agreed = { plan: shown.json.plan, typed: shown.json.count };
  return api("POST", path, { token, body: { ...body, ...agreed } });
}
const namesIn = async (query: string, { token } = rita) =>
  (await api("GET", `${LIST}?${query}`, { token })).json.applications
    .map(({ name }: { name: string }) => name)
    .sort();
const ownerOf = async (id: string) => (await api("GET", `${LIST}/${id}`, rita)).json.owner;
const [onda, filo] = [await application("Onda"), await application("Filò")];

test("an application is taken, handed over, and left to nobody, and the list filters by it", async () => {
  const selection = { ids: [onda] };
  await act(OWNER, { selection, owner: "me" });
  expect(await ownerOf(onda)).toMatchObject({ name: "Rita Neri", former: false, by: "Rita Neri" });
  expect(await namesIn("owner=me")).toEqual(["Onda"]);
  expect(await namesIn("owner=me", paolo)).toEqual([]);
  expect(await namesIn("owner=none")).toEqual(["Filò"]);
  const given = await act(OWNER, { selection, owner: paolo.id });
  expect(given.json.effects).toEqual([
    { name: "assigned", count: 1, facts: { name: "Paolo Sarti" } },
    { name: "taken_from", count: 1, facts: { name: "Rita Neri" } },
  ]);
  expect(await namesIn(`owner=${paolo.id}`)).toEqual(["Onda"]);
  const { mine } = (await api("GET", LIST, paolo)).json;
  expect(mine).toBe(1);
  const sorted = async (sort: string) =>
    (await api("GET", `${LIST}?sort=${sort}`, rita)).json.applications.map(
      ({ name }: { name: string }) => name,
    );
  expect([await sorted("owner"), await sorted("-owner")]).toEqual([
    ["Filò", "Onda"],
    ["Onda", "Filò"],
  ]);
  await act(OWNER, { selection, owner: "none" });
  expect(await ownerOf(onda)).toBeNull();
});

test("of two colleagues who assign at once, the second sees the difference and nothing is lost", async () => {
  const body = { selection: { ids: [filo] }, owner: "me" };
  const shown = await api("POST", OWNER, { token: rita.token, body });
  await act(OWNER, body, paolo);
  const late = await api("POST", OWNER, {
    token: rita.token,
    body: { ...body, plan: shown.json.plan },
  });
  expect([late.status, late.json.code]).toEqual([412, "plan_changed"]);
  expect(late.json.data.current.effects).toContainEqual({
    ...{ name: "taken_from", count: 1, facts: { name: "Paolo Sarti" } },
  });
  expect((await ownerOf(filo)).name).toBe("Paolo Sarti");
  const { json } = await api("GET", "wp/v2/staff/acts?act=application.assign", rita);
  expect(json.acts[0]).toMatchObject({ who: paolo.email, facts: { owner: "Paolo Sarti" } });
});

test("only active staff and directors can be in charge", async () => {
  const applicant = await makeUser();
  for (const owner of [auditor.id, applicant.id]) {
    const { json } = await act(OWNER, { selection: { ids: [onda] }, owner });
    expect(json.data.fields).toEqual({ owner: "invalid_choice" });
  }
  const { status } = await act(OWNER, { selection: { ids: [onda] }, owner: "me" }, auditor);
  expect(status).toBe(404);
});

test("a deactivated colleague is shown as former and can be found", async () => {
  const gone = await makeUser({ firstName: "Elsa", lastName: "Conti", roles: ["staff"] });
  await act(OWNER, { selection: { ids: [onda] }, owner: gone.id });
  await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, gone.id));
  expect(await ownerOf(onda)).toMatchObject({ name: "Elsa Conti", former: true });
  expect(await namesIn(`owner=${gone.id}`)).toEqual(["Onda"]);
  const { colleagues } = (await api("GET", "wp/v2/staff/colleagues", rita)).json;
  expect(colleagues).toContainEqual({ id: gone.id, name: "Elsa Conti", former: true, own: false });
  expect(colleagues).toContainEqual({ id: rita.id, name: "Rita Neri", former: false, own: true });
});

test("a data request has a colleague in charge, whom the list filters by and the start page counts", async () => {
  const asked = { email: "lea@example.org", kind: "access", received_on: "2026-08-01" };
  const body = { ...asked, reason: "copia" };
  const path = "wp/v2/staff/requests";
  const shown = await api("POST", path, { token: rita.token, body });
  await api("POST", path, { token: rita.token, body: { ...body, plan: shown.json.plan } });
  const [request] = (await api("GET", path, rita)).json.requests;
  expect(request.owner).toBeNull();
  const owned = await act(`${path}/${request.id}/owner`, { owner: "me" });
  expect(owned.json.done).toBe(true);
  const again = await act(`${path}/${request.id}/owner`, { owner: "me" });
  expect(again.json.code).toBe("act_refused");
  expect((await api("GET", `${path}?owner=me`, rita)).json.total).toBe(1);
  expect((await api("GET", `${path}?owner=none`, rita)).json.total).toBe(0);
  const { mine } = (await api("GET", "wp/v2/staff/today", rita)).json;
  expect(mine).toEqual({ applications: 0, requests: 1 });
});

test("the start page counts applications in the caller's charge that the linked list shows", async () => {
  clock.now = new Date("2026-09-29T10:00:00.000Z");
  const elsa = await makeUser({ roles: ["staff"] });
  await act(OWNER, { selection: { ids: [onda, filo] }, owner: "me" }, elsa);
  for (const field of ["pitch", "video"] as const) await insertFile(db, onda, field, field);
  const { mine } = (await api("GET", "wp/v2/staff/today", elsa)).json;
  expect(mine).toEqual({ applications: 1, requests: 0 });
  expect(await namesIn("owner=me&needs=yes", elsa)).toEqual(["Onda"]);
});
