import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DOSSIERS_MAX } from "@/contract/staff/applications";
import { pdfText } from "@/tests/support/made-files/unpack";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { auditEntries } from "../../db/schema/audit-log";

const bench = await evaluationBench();
const { api, db, makeSent, makeUser, withdraw } = bench;
const staff = await makeUser({ roles: ["staff"] });
const auditor = await makeUser({ roles: ["auditor"] });
const PATH = "wp/v2/staff/applications/dossiers";

async function print(selection: object, token = staff.token, lang = "it") {
  const answer = await api("POST", `${PATH}?lang=${lang}`, { token, body: { selection } });
  const { response } = answer;
  if (answer.status !== 200) return { ...answer, pages: [] };
  return { ...answer, pages: await pdfText(Buffer.from(await response.arrayBuffer())) };
}

test("selected dossiers are one PDF, each on its own pages, in the order of their names", async () => {
  const [second, first] = [
    await makeSent({ fields: { nome: "Sestante", idea: "Una rotta" } }),
    await makeSent({ fields: { nome: "Balia", idea: "Una culla" } }),
  ];
  const { status, response, pages } = await print({ ids: [second.id, first.id] });
  expect([status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(response.headers.get("content-disposition")).toContain('filename="2-dossier.pdf"');
  const starts = ["Balia", "Sestante"].map((name) =>
    pages.findIndex((text) => text.includes(name)),
  );
  expect(starts[0]).toBe(0);
  expect(starts[1]).toBeGreaterThan(0);
  expect(pages[0]).not.toContain("Una rotta");
  expect(pages.join()).toContain("Una rotta");
  expect(pages.join()).not.toContain("Totale");
  const read = and(eq(auditEntries.act, "application.read"), eq(auditEntries.actorId, staff.id));
  expect(await db.$count(auditEntries, read)).toBe(2);
  await print({ ids: [second.id] });
  expect(await db.$count(auditEntries, read)).toBe(2);
});

test("a query selects all matching applications; withdrawn and unsent ones are left out", async () => {
  const gone = await makeSent({ fields: { nome: "Ritirato" } });
  await withdraw(gone.id);
  const { pages } = await print(
    { query: { industry: "industry-food" }, count: 2 },
    undefined,
    "en",
  );
  expect(pages.join()).toContain("Balia");
  expect(pages.join()).not.toContain("Ritirato");
  expect((await print({ ids: [gone.id] })).status).toBe(404);
});

test("auditors print dossiers too, and the log names them", async () => {
  expect((await print({ query: {}, count: 2 }, auditor.token)).status).toBe(200);
  const read = and(eq(auditEntries.act, "application.read"), eq(auditEntries.actorId, auditor.id));
  expect(await db.$count(auditEntries, read)).toBe(2);
});

test("more dossiers than fit are refused with the limit", async () => {
  for (let index = 0; index < DOSSIERS_MAX; index += 1) await makeSent();
  const { status, json } = await print({ query: {}, count: DOSSIERS_MAX + 2 });
  expect([status, json.data.fields]).toEqual([422, { selection: "too_many" }]);
}, 60_000);
