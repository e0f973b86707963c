import { and, desc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { romeDay, romeInstant } from "@/contract/deadline";
import { DAY, MINUTE } from "@/contract/durations";
import { SUMMARY_MAX } from "@/contract/evaluation/discussion";
import { languageOf } from "@/contract/languages";
import type { ActionPreview } from "@/contract/staff/preview";
import { inLanguages } from "@/tests/support/in-languages";
import { unzip } from "@/tests/support/made-files/unpack";
import { behindTheBack, five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { contributions, scoreRevisions, summaries } from "../../db/schema/discussion";
import { evaluationRecords } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { firstRoundKey } from "../../editions/rounds";
import { renderMail } from "../../mail/render";
import { eraseApplications } from "../../project/erase-applications";
import { eraseAccount } from "../../users/erase";
import { alteredRecords, reopenEvaluation, verifyRecords } from "../close/verify-record";
import { sendDigests } from "./digest";

/** Creates an edition with discussions: three evaluators, three projects, and staff. Ada leads the discussions. */
async function scene({ given = true } = {}) {
  const bench = await funnelBench();
  const { api, db, edition, makeApplicant, makeEvaluator, makeUser, clock, freshToken } = bench;
  await db.update(editions).set({ discussion: given });
  const projects = [
    await makeApplicant("Alfa"),
    await makeApplicant("Beta"),
    await makeApplicant("Gamma"),
  ] as const;
  const [alfa, beta, gamma] = projects;
  const juror = async (firstName: string) => {
    const one = await makeEvaluator({ firstName, lastName: "Rossi" });
    const post = async (path: string, body: object, headers?: Record<string, string>) =>
      api("POST", `wp/v2/projects/${path}`, { token: await freshToken(one), body, headers });
    return { ...one, post };
  };
  const [ada, bea, cleo] = [await juror("Ada"), await juror("Bea"), await juror("Cleo")];
  const staff = await makeUser({ roles: ["staff"] });
  /** Previews a staff action, then executes it. */
  async function make(path: string, body: object) {
    const post = async (more: object) => {
      const token = await freshToken(staff);
      return api("POST", `wp/v2/staff/${path}`, { token, body: { ...body, ...more } });
    };
    const shown: ActionPreview = (await post({})).json;
    return post({ reason: "Riunione", plan: shown.plan });
  }
  const read = (by: typeof ada, { id }: { id: string }) => by.get(`projects/${id}/discussion`);
  const list = async (by: typeof ada) => (await by.get("projects/discussions")).json;
  const staffList = async () =>
    (await api("GET", "wp/v2/staff/discussions", { token: staff.token })).json;
  const chair = () => make("discussions/chair", { edition: edition.year, evaluator: ada.id });
  /** Each evaluator scores every project and then closes. The scores differ little for Alfa and much for Beta. */
  async function closeAll(all = [ada, bea, cleo]) {
    for (const [place, one] of all.entries()) {
      await one.save(alfa.id, { scores: five(6, 6, 6, 6, 6 + place) });
      await one.save(beta.id, { scores: five(1 + 4 * place, 5, 5, 5, 5), note: "NOTA PRIVATA" });
      await one.save(gamma.id, { scores: five(5, 5, 5, 5, 5) });
      expect((await one.close()).status).toBe(200);
    }
  }
  const round = firstRoundKey(edition.id);
  return {
    ...{ ...bench, alfa, beta, gamma, ada, bea, cleo, staff, round, clock },
    ...{ read, list, staffList, make, chair, closeAll },
  };
}

test("an edition without discussion has none, and its ranking is as before", async () => {
  const { ada, alfa, read, list, closeAll, staffList } = await scene({ given: false });
  await closeAll();
  expect(await list(ada)).toMatchObject({ given: false, discussions: [] });
  expect((await read(ada, alfa)).status).toBe(404);
  expect((await ada.post(`${alfa.id}/discussion`, { text: "Ciao" })).status).toBe(404);
  expect(await staffList()).toMatchObject({ given: false, projects: [] });
});

describe("the opening of a discussion", async () => {
  const { ada, bea, cleo, alfa, beta, gamma, read, list, closeAll, staffList } = await scene();

  test("no evaluator sees a discussion while a reader of the project has not closed", async () => {
    expect(await list(ada)).toMatchObject({ given: true, closed: false, discussions: [] });
    expect((await read(ada, alfa)).json.code).toBe("evaluation_not_closed");
    await cleo.recuse(gamma.id);
    await closeAll([ada, bea]);
    expect((await list(ada)).discussions.map(({ nome }: { nome: string }) => nome)).toEqual([
      "Gamma",
    ]);
    expect((await read(ada, alfa)).status).toBe(404);
    expect(await staffList()).toMatchObject({ open: false, projects: [] });
  });

  test("the discussions open when the last reader closes, disagreements first", async () => {
    await cleo.save(alfa.id, { scores: five(6, 6, 6, 6, 8) });
    await cleo.save(beta.id, { scores: five(9, 5, 5, 5, 5) });
    expect((await cleo.close()).status).toBe(200);
    const { discussions, open } = await list(ada);
    expect([open, discussions.map(({ nome }: { nome: string }) => nome)]).toEqual([
      true,
      ["Beta", "Alfa", "Gamma"],
    ]);
    expect(discussions[0]).toMatchObject({ readers: 3, contributions: 0, summary: "none" });
  });

  test("a recused evaluator does not learn that a discussion exists", async () => {
    expect((await list(cleo)).discussions.map(({ nome }: { nome: string }) => nome)).toEqual([
      "Beta",
      "Alfa",
    ]);
    expect((await read(cleo, gamma)).status).toBe(404);
    for (const [act, body] of [
      ["discussion", { text: "Ciao" }],
      ["revision", { scores: five(1, 1, 1, 1, 1), reason: "Ripensamento" }],
      ["agreement", { version: 1 }],
      ["summary", { text: "Sintesi", language: "it" }],
    ] as const) {
      expect([act, (await cleo.post(`${gamma.id}/${act}`, body)).status]).toEqual([act, 404]);
    }
    expect((await read(ada, gamma)).json.readers).toHaveLength(2);
    expect((await read(ada, beta)).json.readers).toHaveLength(3);
  });
});

test("an evaluator with a conflict of interest does not learn that the project is discussed", async () => {
  const { ada, bea, cleo, makeSent, read, list } = await scene();
  const own = await makeSent({ userId: cleo.id, fields: { nome: "Delta" } });
  for (const one of [ada, bea]) {
    await one.save(own.id, { scores: five(5, 5, 5, 5, 5) });
    await one.close();
  }
  expect((await list(ada)).discussions).toMatchObject([{ nome: "Delta", readers: 2 }]);
  await cleo.close();
  expect(await list(cleo)).toMatchObject({ closed: true, discussions: [] });
  expect((await read(cleo, own)).status).toBe(404);
  expect((await read(ada, own)).json.readers).toHaveLength(2);
});

describe("a discussion", async () => {
  const bench = await scene();
  const { ada, bea, cleo, alfa, beta, db, edition, round, clock, deps } = bench;
  const { read, list, make, chair, closeAll, staffList, publish, select } = bench;
  await closeAll();

  test("shows scores side by side by number, without names, addresses or notes", async () => {
    const { json } = await read(bea, beta);
    expect(json.readers.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
    const totals = json.readers.map(({ total }: { total: number }) => total);
    expect(totals.toSorted()).toEqual([38, 50, 62]);
    expect(json.readers.find(({ own }: { own: boolean }) => own).scores.impact).toBe(5);
    for (const hidden of ["Ada", "Cleo", "Rossi", ada.id, cleo.id, ada.email, "NOTA"]) {
      expect(JSON.stringify(json)).not.toContain(hidden);
    }
  });

  test("a contribution is stored as written and once, and shows its author's number", async () => {
    const text = "🚀 مرحبا <b>ciao</b> & https://example.org\nseconda riga";
    await bea.post(`${beta.id}/discussion`, { text });
    const { status, json } = await bea.post(`${beta.id}/discussion`, { text });
    expect([status, json.contributions.length, json.contributions[0].text]).toEqual([200, 1, text]);
    const { number } = json.readers.find(({ own }: { own: boolean }) => own);
    const [said] = (await read(ada, beta)).json.contributions;
    expect(said).toMatchObject({ reader: number, own: false, text });
  });

  test.each([
    ["discussion", { text: " " }, { text: "required" }],
    ["discussion", { text: "x".repeat(3001) }, { text: "too_long" }],
    [
      "revision",
      { scores: five(1, 2, 3, 4, null), reason: "r" },
      { "scores.innovation": "invalid_type" },
    ],
    [
      "revision",
      { scores: five(1, 2, 3, 4, 11), reason: "r" },
      { "scores.innovation": "invalid_choice" },
    ],
    ["revision", { scores: five(1, 2, 3, 4, 5), reason: "" }, { reason: "required" }],
    ["summary", { text: "x".repeat(SUMMARY_MAX + 1), language: "it" }, { text: "too_long" }],
  ])("a %s with a wrong value is refused: case %#", async (act, body, fields) => {
    const { status, json } = await bea.post(`${beta.id}/${act}`, body);
    expect([status, json.data.fields]).toEqual([422, fields]);
  });

  test("a revision counts in the ranking, and the closed evaluation keeps the first scores", async () => {
    const meanOf = async () =>
      (await ada.get("projects/ranking")).json.rows.find(({ id }: { id: string }) => id === beta.id)
        .mean;
    expect(await meanOf()).toBe(50);
    const records = await db.select().from(evaluationRecords);
    const revised = await ada.post(`${beta.id}/revision`, {
      ...{ scores: five(7, 5, 5, 5, 5), reason: "Avevo letto un’altra versione" },
    });
    const own = revised.json.readers.find(({ own }: { own: boolean }) => own);
    expect(own).toMatchObject({ total: 56, first: { total: 38 } });
    expect(await meanOf()).toBe(56);
    expect(await db.select().from(evaluationRecords)).toEqual(records);
    expect((await ada.get(`projects/${beta.id}`)).json.evaluation.scores.impact).toBe(1);
    const { projects, counts } = await staffList();
    expect(counts).toMatchObject({ contributions: 1, revisions: 1 });
    expect(projects[0].value).toEqual({ first: 50, last: 56 });
    expect(projects[0].contributions[0].author).toBe("Bea Rossi");
  });

  test("the same scores again make no revision, and other ones continue the chain", async () => {
    const again = { scores: five(7, 5, 5, 5, 5), reason: "Di nuovo" };
    await ada.post(`${beta.id}/revision`, again);
    await ada.post(`${beta.id}/revision`, { ...again, scores: five(8, 5, 5, 5, 5) });
    expect((await db.select().from(scoreRevisions)).map(({ sequence }) => sequence)).toEqual([
      1, 2,
    ]);
    expect(await alteredRecords(db, round)).toEqual([]);
  });

  test("verification reports a changed or removed revision", async () => {
    class Undo extends Error {}
    for (const change of [
      sql`update score_revisions set impact = 10 where sequence = 1`,
      sql`delete from score_revisions where sequence = 1`,
    ]) {
      await behindTheBack(db, async (tx) => {
        await tx.execute(change);
        expect(await alteredRecords(tx, round)).toEqual([ada.email]);
        expect((await verifyRecords(tx, ada.email))[0]?.intact).toBe(false);
        throw new Undo();
      }).catch((error) => expect(error).toBeInstanceOf(Undo));
    }
  });

  test("only the chair writes the summary, and readers agree to one version", async () => {
    const written = { text: "Buona idea, piano debole.", language: "it" };
    expect((await ada.post(`${beta.id}/summary`, written)).status).toBe(404);
    expect((await chair()).status).toBe(200);
    const { json } = await ada.post(`${beta.id}/summary`, written);
    expect(json).toMatchObject({ chair: true, summary: { version: 1, agreed: [] } });
    expect((await bea.post(`${beta.id}/summary`, written)).status).toBe(404);
    const agreed = await bea.post(`${beta.id}/agreement`, { version: 1 });
    expect(agreed.json.summary.agreed).toHaveLength(1);
    expect((await list(bea)).discussions[0].summary).toBe("agreed");
    const other = { ...written, text: "Altra sintesi." };
    const stale = await ada.post(`${beta.id}/summary`, other, { "If-Match": "0" });
    expect([stale.status, stale.json.data.current.summary.version]).toEqual([412, 1]);
    const changed = await ada.post(`${beta.id}/summary`, other, { "If-Match": "1" });
    expect(changed.json.summary).toMatchObject({ version: 2, agreed: [] });
    expect((await bea.post(`${beta.id}/agreement`, { version: 1 })).status).toBe(412);
    expect((await bea.post(`${beta.id}/agreement`, { version: 2 })).status).toBe(200);
  });

  test("staff hide a contribution from the evaluators, and the log says why", async () => {
    const [said] = await db.select().from(contributions);
    expect((await make(`discussions/${said?.id}/hiding`, { hidden: true })).status).toBe(200);
    expect((await read(ada, beta)).json.contributions[0].text).toBeNull();
    expect((await staffList()).projects[0].contributions[0].hidden_at).not.toBeNull();
    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "discussion.hide"));
    expect(entries).toMatchObject([{ words: { reason: { text: "Riunione" } } }]);
    await make(`discussions/${said?.id}/hiding`, { hidden: false });
    expect((await read(ada, beta)).json.contributions[0].text).toContain("ciao");
  });

  test("an evaluation with a discussed project does not reopen, through the product or SQL", async () => {
    const act = { actor: "Rita", reason: "errore", now: clock.now };
    const reopen = reopenEvaluation(db, { email: cleo.email, year: edition.year }, act);
    await expect(reopen).rejects.toMatchObject({ why: "discussed" });
    for (const statement of [
      sql`update evaluation_records set reopened_at = now(), reopened_reason = 'x'`,
      sql`update score_revisions set impact = 1`,
      sql`delete from score_revisions`,
      sql`update summaries set text = 'x'`,
      sql`update contributions set text = ''`,
      sql`delete from contributions`,
    ]) {
      await expect(db.execute(statement)).rejects.toThrow();
    }
  });

  test("the own copy of an evaluator has contributions, revisions, summaries and agreements", async () => {
    const fileOf = async (by: typeof ada) => {
      const { response } = await by.get("users/me/export");
      const files = await unzip(Buffer.from(await response.arrayBuffer()));
      return JSON.parse(String(files.get("evaluations.json"))).discussions;
    };
    const own = await fileOf(ada);
    expect([own.revisions.length, own.summaries.length]).toEqual([2, 2]);
    const other = await fileOf(bea);
    expect([other.contributions.length, other.agreements.length]).toEqual([1, 2]);
  });

  test("a released stage makes its discussions read-only", async () => {
    await select("pre_selected", [alfa]);
    await publish(true);
    expect(await list(ada)).toMatchObject({ open: false });
    const late = await bea.post(`${beta.id}/discussion`, { text: "Tardi" });
    expect([late.status, late.json.code]).toEqual([403, "evaluation_closed"]);
    expect((await read(bea, beta)).json.contributions).toHaveLength(1);
  });

  test("the erasure of an author blanks contributions, and that of the applicant removes all", async () => {
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, bea.id));
    await eraseAccount(deps, bea.id, clock.now);
    expect((await db.select().from(contributions)).map(({ text }) => text)).toEqual([""]);
    expect((await read(ada, beta)).json.contributions[0].text).toBeNull();
    await db.transaction((tx) => eraseApplications(tx, sql`projects.id = ${beta.id}`, clock.now));
    for (const table of [contributions, scoreRevisions, summaries]) {
      expect(await db.$count(table)).toBe(0);
    }
  });
});

test("news of the discussions arrives in the morning, at most once a day, without authors, texts or scores", async () => {
  const bench = await scene();
  const { ada, bea, cleo, alfa, beta, gamma, db, deps, clock, closeAll, chair } = bench;
  const digests = async () => {
    const queued = await sendDigests(deps, clock.now);
    const mails = await db
      .select()
      .from(outbox)
      .where(eq(outbox.template, "discussion_digest"))
      .orderBy(desc(outbox.dedupeKey));
    return { queued, of: (one: typeof ada) => mails.find(({ userId }) => userId === one.id)?.data };
  };
  const morning = (days: number, minutes = 5) => {
    const first = romeInstant(`${romeDay(clock.now)}T09:00`).getTime();
    clock.now = new Date(first + days * DAY + minutes * MINUTE);
  };
  await cleo.recuse(gamma.id);
  await closeAll([ada, bea]);
  await cleo.save(alfa.id, { scores: five(6, 6, 6, 6, 8) });
  await cleo.save(beta.id, { scores: five(9, 5, 5, 5, 5) });
  await cleo.close();
  morning(1, -5);
  expect((await digests()).queued).toBe(0);
  morning(0);
  const first = await digests();
  expect(first.queued).toBe(3);
  expect(first.of(ada)).toMatchObject({ opened: "Beta, Alfa, Gamma" });
  expect(first.of(cleo)).toMatchObject({ opened: "Beta, Alfa" });
  await bea.post(`${beta.id}/discussion`, { text: "Segreto di Bea" });
  morning(0, 9 * 60);
  expect((await digests()).queued).toBe(0);

  morning(1);
  const second = await digests();
  expect([second.queued, second.of(ada)?.moved, second.of(ada)?.opened]).toEqual([
    ...[2, "Beta", undefined],
  ]);
  expect(second.of(bea)).toMatchObject({ opened: "Beta, Alfa, Gamma" });
  morning(1);
  expect((await digests()).queued).toBe(0);

  await chair();
  await ada.post(`${alfa.id}/summary`, { text: "Sintesi segreta", language: "it" });
  await ada.post(`${gamma.id}/revision`, { scores: five(9, 5, 5, 5, 5), reason: "Ripensato" });
  await bea.post(`${gamma.id}/discussion`, { text: "Da nascondere" });
  const [hidden] = await db
    .select()
    .from(contributions)
    .where(eq(contributions.text, "Da nascondere"));
  await bench.make(`discussions/${hidden?.id}/hiding`, { hidden: true });
  expect((await digests()).queued).toBe(0);
  morning(1);
  const third = await digests();
  expect([third.queued, third.of(bea)?.moved, third.of(bea)?.summarized]).toEqual([
    ...[2, "Gamma", "Alfa"],
  ]);
  expect(third.of(cleo)).toMatchObject({ summarized: "Alfa" });
  expect(third.of(cleo)).not.toHaveProperty("moved");
  for (const { data, language } of await db.select().from(outbox)) {
    if (data.until === undefined) continue;
    const { text } = renderMail(
      { template: "discussion_digest", language: languageOf(language), data },
      deps.config,
      clock.now,
    );
    expect(text).toContain("/dashboard/evaluation/discussions");
    expect(text).not.toMatch(/egret|nascondere|Ripensato|Bea |Cleo R|[0-9]{2},[0-9]/);
  }

  await bench.select("pre_selected", [alfa]);
  await bea.post(`${beta.id}/discussion`, { text: "Prima della pubblicazione" });
  await bench.publish(true);
  morning(1);
  expect((await digests()).queued).toBe(0);
});

test("one digest a day has the news of all rounds of an evaluator, and loses none", async () => {
  const bench = await secondRoundBench();
  const { db, deps, clock, bea, projects } = bench;
  const [alfa, beta] = projects;
  if (!alfa || !beta) throw new Error("no projects");
  await bench.sendAgain(alfa.id, { fields: { nome: "Alfa", sustainableretail: "yes" } });
  await bench.readFirst();
  const cleo = await bench.makeJuror();
  const jury = [bea.id, cleo.id];
  await bench.make({ jury, discussion: true });
  const names = inLanguages("Lettura per la sfida", "Challenge reading");
  await bench.make({ jury, discussion: true, names, stage: "challenge_winner" });
  await bench.select("pre_selected", [alfa.id, beta.id]);
  await bench.openAt(TIMES.second);
  const digests = async (days: number) => {
    const first = romeInstant(`${romeDay(clock.now)}T09:01`).getTime();
    clock.now = new Date(first + days * DAY);
    const before = await db.select({ id: outbox.id }).from(outbox);
    const queued = await sendDigests(deps, clock.now);
    const mails = await db.select().from(outbox).where(eq(outbox.template, "discussion_digest"));
    const fresh = mails.filter(({ id }) => before.every((one) => one.id !== id));
    const of = (one: typeof cleo) =>
      fresh.filter(({ userId }) => userId === one.id).map(({ data }) => data);
    return { queued, of };
  };
  const say = (by: typeof cleo, round: number) =>
    by.ask("POST", `projects/${alfa.id}/discussion`, { text: "Ciao", round });
  for (const one of [bea, cleo]) {
    await one.score(alfa.id, 8, 3);
    expect((await one.close(3)).status).toBe(200);
  }
  const one = await digests(1);
  expect(one.of(bea)).toMatchObject([{ reading: "Lettura per la sfida", opened: "Alfa" }]);
  for (const one of [bea, cleo]) {
    await one.score(alfa.id, one === cleo ? 9 : 7, 2);
    await one.score(beta.id, 7, 2);
    expect((await one.close(2)).status).toBe(200);
  }
  await say(bea, 3);
  const both = await digests(1);
  expect(both.queued).toBe(2);
  expect(both.of(cleo)).toMatchObject([
    {
      reading: "Seconda lettura, Lettura per la sfida",
      opened: "Seconda lettura: Alfa, Beta",
      moved: "Lettura per la sfida: Alfa",
    },
  ]);
  await say(cleo, 2);
  await say(cleo, 3);
  expect((await digests(0)).queued).toBe(0);
  const third = await digests(1);
  expect([third.queued, third.of(bea)]).toMatchObject([
    1,
    [{ moved: "Seconda lettura: Alfa · Lettura per la sfida: Alfa" }],
  ]);
  const { data } = (await db.select().from(outbox)).find(({ data }) => data.moved) ?? {};
  expect(
    renderMail({ template: "discussion_digest", language: "it", data: data ?? {} }, deps.config)
      .text,
  ).toContain("Lettura per la sfida: Alfa");
});

test("a project with one reader is no news", async () => {
  const { ada, bea, cleo, gamma, db, deps, clock, closeAll } = await scene();
  await bea.recuse(gamma.id);
  await cleo.recuse(gamma.id);
  await closeAll();
  clock.now = new Date(romeInstant(`${romeDay(clock.now)}T09:01`).getTime() + DAY);
  expect(await sendDigests(deps, clock.now)).toBe(3);
  const [mail] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.template, "discussion_digest"), eq(outbox.userId, ada.id)));
  expect(mail?.data.opened).toBe("Beta, Alfa");
});

test("a member of a later jury who has not closed it discusses no earlier round", async () => {
  const bench = await secondRoundBench();
  const { db, ada, bea, projects } = bench;
  await db.update(editions).set({ discussion: true });
  const cleo = await bench.toSecondRound({ discussion: true });
  const [alfa] = projects;
  const path = `projects/${alfa?.id}/discussion`;
  expect((await bea.get(`${path}?round=1`)).json.code).toBe("evaluation_not_closed");
  expect((await cleo.get(`${path}?round=1`)).status).toBe(404);
  expect((await ada.get(`${path}?round=1`)).json).toMatchObject({ open: false });
  for (const one of [bea, cleo]) {
    await one.score(alfa?.id ?? "", 6, 2);
    await one.close(2);
  }
  expect((await cleo.ask("POST", path, { text: "Ciao" })).status).toBe(422);
  const { json } = await cleo.ask("POST", path, { text: "Ciao", round: 2 });
  expect(json).toMatchObject({ open: true, round: { number: 2 } });
  expect(json.contributions).toHaveLength(1);
});
