import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { parseCsv } from "@/tests/support/made-files/unpack";
import { testBackend } from "@/tests/support/servers/backend";
import { projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { projectTags, tags } from "../../db/schema/tags";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const { api, db, clock, makeUser, makeEdition } = await testBackend();
const edition = await makeEdition();
const LIST = "wp/v2/staff/applications";
for (const lastName of ["Riva", "Rossi"]) {
  const { id: userId } = await makeUser({ firstName: "Ada", lastName });
  await db.insert(projects).values({ userId, editionId: edition.id, fields: {}, version: 1 });
}

const written = {
  ...{ table: "applications", format: "csv" },
  columns: "number name state filled required person email saved extended",
};

test("an export of all applications requires a passkey, and each export is logged without the search text", async () => {
  const other = await makeUser({ roles: ["staff"] });
  const ask = (query: string) => api("GET", `${LIST}/export?${query}`, { token: other.token });
  const lines = () =>
    db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, other.id))
      .orderBy(auditEntries.number);
  for (const all of ["", `edition=${edition.year}`]) expect((await ask(all)).status).toBe(403);
  expect(await lines()).toEqual([]);
  const { headers } = await ask("state=begun&search=Ada+Riva");
  await markReauthenticated(db, other.sessionId, { byKey: true, now: clock.now });
  const all = await ask("");
  expect((await lines()).map(({ act, data }) => [act, data])).toEqual([
    [
      "table.export",
      { ...written, count: headers.get("x-wp-total"), filter: "state=begun search" },
    ],
    ["table.export", { ...written, count: all.headers.get("x-wp-total") }],
  ]);
});

test("no cell of the table is a formula, regardless of the applicant's text", async () => {
  const nome = '=HYPERLINK("https://evil.example";"Premio")';
  const { id: userId } = await makeUser({ firstName: "@SUM(1)", lastName: "\t-2" });
  await db.insert(projects).values({ userId, editionId: edition.id, fields: { nome }, version: 1 });
  const { token, sessionId } = await makeUser({ roles: ["staff"] });
  await markReauthenticated(db, sessionId, { byKey: true, now: clock.now });
  const { response } = await api("GET", `${LIST}/export?search=HYPERLINK`, { token });
  const bytes = Buffer.from(await response.arrayBuffer());
  const [, row = [], ...others] = parseCsv(bytes.subarray(3).toString(), ";");
  expect(others).toEqual([]);
  expect([row[1], row[5]]).toEqual([`'${nome}`, "'@SUM(1) \t-2"]);
  for (const cell of row) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
});

test("the selected rows are exported without a passkey, and progress does not look like a date", async () => {
  const { token, id } = await makeUser({ roles: ["staff"] });
  const all = (await api("GET", LIST, { token })).json.applications as { id: string }[];
  const [one, , three] = all.map((row) => row.id);
  const body = { selection: { ids: [three, one] } };
  const { status, response } = await api("POST", `${LIST}/export`, { token, body });
  expect(status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const [head = [], ...rows] = parseCsv(bytes.subarray(3).toString(), ";");
  expect(rows).toHaveLength(2);
  expect(head.slice(3, 5)).toEqual(["Campi compilati", "Campi da compilare"]);
  for (const row of rows) {
    expect(row.slice(3, 5)).toEqual([expect.stringMatching(/^\d+$/), "16"]);
    expect(row.join(";")).not.toMatch(/\d\/\d/);
  }
  const [line] = await db.select().from(auditEntries).where(eq(auditEntries.actorId, id));
  expect(line?.data).toEqual({ ...written, count: "2", filter: "chosen=2" });
  // A query without filters selects all applications, so the export requires re-authentication with a passkey.
  const query = { selection: { query: {}, count: all.length } };
  expect((await api("POST", `${LIST}/export`, { token, body: query })).status).toBe(403);
});

test("an export shows the tags and the colleague in charge", async () => {
  const { token, id: ownerId } = await makeUser({
    ...{ roles: ["staff"], firstName: "Rita", lastName: "Neri" },
  });
  const { id: userId } = await makeUser({ firstName: "Tina", lastName: "Tasca" });
  const [project] = await db
    .insert(projects)
    .values({
      userId,
      editionId: edition.id,
      fields: {},
      version: 1,
      ownerId,
      ownedSince: clock.now,
    })
    .returning();
  const named = await db
    .insert(tags)
    .values(
      ["=1+1", "stampa"].map((name) => ({ editionId: edition.id, name, colour: "pink" as const })),
    )
    .returning();
  await db
    .insert(projectTags)
    .values(named.map(({ id }) => ({ projectId: project?.id ?? "", tagId: id })));
  const query = "search=Tasca&columns=person,tags,owner";
  const { response } = await api("GET", `${LIST}/export?${query}`, { token });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(parseCsv(bytes.subarray(3).toString(), ";")).toEqual([
    ["Persona", "Etichette", "In carico a"],
    ["Tina Tasca", "'=1+1, stampa", "Rita Neri"],
  ]);
});
