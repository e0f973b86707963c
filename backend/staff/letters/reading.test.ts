import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { APPLICATION_STATES } from "@/contract/staff/application-states";
import { APPLICATION_PROBLEMS } from "@/contract/staff/applications";
import {
  APPLICATIONS,
  EN,
  freshTexts,
  IT,
  LETTERS,
  letterBench,
} from "@/tests/support/people/letters";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { readMail } from "../../mail/administer";

const { api, db, clock, deps, rita, edition, plant, makeUser, makeEdition, post, get, send } =
  await letterBench();
for (const language of ["it", "en", "it"] as const) {
  for (const emailConfirmedAt of [clock.now, null]) {
    const { id } = await plant(
      { language, emailConfirmedAt },
      language === "it" ? "Filò" : "Crescita",
    );
    const other = await plant({ language });
    const selection = { ids: [id, other.id] };
    expect((await send({ selection, texts: freshTexts() })).made.json.done).toBe(true);
  }
}

test("list, letter, preview, and export of a filter agree, and so do a letter and its emails", async () => {
  const query = fc.record(
    {
      state: fc.constantFrom(...APPLICATION_STATES),
      trouble: fc.constantFrom(...APPLICATION_PROBLEMS),
      extended: fc.constant("yes"),
      search: fc.constantFrom("filo", "crescita", "p1", "rossi", "nobody"),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(query, async (drawn) => {
      const search = new URLSearchParams(drawn as Record<string, string>);
      const { total } = await get(`${APPLICATIONS}?${search}`);
      const exported = await api("GET", `${APPLICATIONS}/export?${search}`, { token: rita.token });
      const body = { selection: { query: drawn, count: total }, texts: freshTexts() };
      const shown = (await post(LETTERS, body)).json;
      const preview = (await post(`${LETTERS}/preview`, body)).json;
      const out = shown.against.reduce((all: number, one: { count: number }) => all + one.count, 0);
      expect([shown.count + out, Number(exported.headers.get("x-wp-total"))]).toEqual([
        total,
        total,
      ]);
      expect(preview.of).toBe(shown.count);
      expect(shown.mails.map(({ language, count }: Lang) => [language, count])).toEqual(
        preview.languages.map(({ language, count }: Lang) => [language, count]).sort(),
      );
    }),
    { numRuns: 25 },
  );
  type Lang = { language: string; count: number };
  const { letters: rows, total } = await get(`${LETTERS}?per_page=100`);
  expect(rows.length).toBe(total);
  for (const { id, count, states } of rows) {
    const mails = await get(`wp/v2/staff/mails?letter=${id}&per_page=100`);
    expect([mails.total, mails.states]).toEqual([count, states]);
  }
}, 60_000);

test("letters are listed by page with sender and delivery state", async () => {
  const first = await get(`${LETTERS}?per_page=2`);
  expect(first.letters).toHaveLength(2);
  const second = await get(`${LETTERS}?per_page=2&after=${first.next}`);
  const back = await get(`${LETTERS}?per_page=2&before=${second.previous}`);
  expect(back.letters).toEqual(first.letters);
  expect(first.letters[0]).toMatchObject({ who: rita.email, edition: edition.year });
  expect((await api("GET", `${LETTERS}/${randomUUID()}`, { token: rita.token })).status).toBe(404);
  expect((await api("GET", `${LETTERS}/x`, { token: rita.token })).status).toBe(404);
});

test("a preview shows recipients one by one, by language, and stores nothing", async () => {
  const people = [await plant({ firstName: "Una" }), await plant({ firstName: "Due" })];
  const english = await plant({ firstName: "Tre", language: "en" });
  const ids = [...people, english].map(({ id }) => id);
  const body = { selection: { ids }, texts: freshTexts() };
  const at = async (more: object) => (await post(`${LETTERS}/preview`, { ...body, ...more })).json;
  const seen = [await at({}), await at({ place: 2 }), await at({ place: 3 })];
  expect(seen.map(({ of }) => of)).toEqual([3, 3, 3]);
  expect(new Set(seen.map(({ mail }) => mail.paragraphs[0]))).toEqual(
    new Set(["Ciao Una,", "Ciao Due,", "Hello Tre,"]),
  );
  expect(await at({ place: 4 })).toMatchObject({ of: 3, mail: null });
  const one = await at({ language: "en" });
  expect([one.of, one.mail.to]).toEqual([1, `Tre Rossi <${english.email}>`]);
  expect(one.mail.subject).toBe(EN.subject);
  expect(await db.$count(outbox, eq(outbox.projectId, english.id))).toBe(0);
});

test("a test goes only to the caller, belongs to no letter, is logged, and is limited per hour", async () => {
  const { json } = await post(`${LETTERS}/test`, { language: "en", ...EN });
  expect(json).toEqual({ to: rita.email });
  const rows = await db.select().from(outbox).where(eq(outbox.recipient, rita.email));
  expect(rows).toMatchObject([{ template: "letter", letterId: null, projectId: null }]);
  expect(rows[0] && readMail(rows[0], deps.config, clock.now)?.text).toContain("Hello Rita,");
  const { acts: told } = await get("wp/v2/staff/acts?act=mail.test");
  expect(told).toMatchObject([{ who: rita.email, edition: edition.year }]);
  expect(JSON.stringify(told)).not.toContain(EN.subject);
  const burst = await Promise.all(
    Array.from({ length: 30 }, () => post(`${LETTERS}/test`, { language: "en", ...EN })),
  );
  expect(burst.filter(({ status }) => status === 429)).toHaveLength(1);
  expect(await db.$count(outbox, eq(outbox.recipient, rita.email))).toBe(30);
});

test("an auditor reads letters and sends none, and applications of a past edition get none", async () => {
  const auditor = await makeUser({ roles: ["auditor"] });
  const person = await plant();
  const body = { selection: { ids: [person.id] }, texts: freshTexts() };
  for (const [path, sent] of [
    [LETTERS, body],
    [`${LETTERS}/preview`, body],
    [`${LETTERS}/test`, { language: "it", ...IT }],
  ] as const) {
    expect((await post(path, sent, auditor.token)).status).toBe(404);
  }
  expect((await api("GET", LETTERS, { token: auditor.token })).status).toBe(200);
  const over = await makeEdition({
    year: 2020,
    opensAt: new Date("2020-01-01"),
    closesAt: new Date("2020-06-01"),
  });
  await db.update(projects).set({ editionId: over.id }).where(eq(projects.id, person.id));
  expect((await post(LETTERS, body)).status).toBe(404);
  const all = { ...body, selection: { query: { edition: 2020 }, count: 1 } };
  expect((await post(LETTERS, all)).status).toBe(404);
});
