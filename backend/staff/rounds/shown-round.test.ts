import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CheckAnswer } from "@/contract/staff/checks";
import { secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { makeProposals } from "../../evaluations/assignment/propose";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

/*
 * Staff pages during the second round. Ada evaluates in round 1, Bea in both rounds, and Cleo in round 2, which
 * contains only the projects Alfa and Beta.
 */

const bench = await secondRoundBench();
const { api, db, deps, clock, ada, bea, projects, makeUser, freshToken, openAt } = bench;
const rita = await makeUser({ roles: ["staff"] });
const dario = await makeUser({ roles: ["director"] });
const [alfa, beta, gamma] = projects.map(({ id }) => id) as [string, string, string];

type Who = typeof rita;
const get = async (path: string, who: Who = rita) =>
  api("GET", `wp/v2/staff/${path}`, { token: await freshToken(who) });
const post = async (path: string, body: object = {}, who: Who = rita) =>
  api("POST", `wp/v2/staff/${path}`, { token: await freshToken(who), body });

/** Previews a staff action, executes it, and returns the preview. */
async function done(path: string, body: object = {}, who: Who = rita) {
  const { json: shown } = await post(path, body, who);
  const made = await post(
    path,
    { ...body, plan: shown.plan, reason: "prova", typed: shown.count, anyway: true },
    who,
  );
  expect([path, made.status, made.json.done]).toEqual([path, 200, true]);
  return shown;
}

const READS = [
  "evaluators",
  "assignment",
  "assignment/matrix",
  "figures",
  "applications?columns=readings&sort=-readings",
  `applications/${alfa}`,
  `assignment/readings/${alfa}/${bea.id}`,
  `assignment/evaluators/${bea.id}`,
];
/** Returns the responses of all tested staff pages. */
const responses = async (more = "") => {
  const all: Record<string, unknown> = {};
  for (const path of READS) {
    const { status, json } = await get(`${path}${more && (path.includes("?") ? "&" : "?")}${more}`);
    expect([path, status]).toEqual([path, 200]);
    all[path] = json;
  }
  return all;
};
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();
const linesOf = async (path: string) => {
  const { status, response } = await get(path);
  expect([path, status]).toEqual([path, 200]);
  return (await response.text()).trim().split(/\r?\n/).slice(1);
};

describe("an edition with one reading", () => {
  test("names no round, and answers for round 1 as without a number", async () => {
    await bench.readFirst();
    const usual = await responses();
    expect(JSON.stringify(usual)).not.toContain('"round');
    expect(await responses("round=1")).toEqual(usual);
    const today = (await get("today")).json;
    expect(today).not.toHaveProperty("round");
    expect(today.ahead.some((one: object) => "round" in one)).toBe(false);
    for (const path of READS.slice(0, 4)) expect((await get(`${path}?round=2`)).status).toBe(404);
  });
});

describe("the second reading", () => {
  let first: Record<string, unknown>;

  test("staff see the first reading until the second one opens", async () => {
    await bench.make({ jury: [bea.id], readings: 1 });
    await bench.select("pre_selected", [alfa, beta]);
    clock.now = TIMES.second;
    first = await responses("round=1");
    for (const path of READS.slice(0, 4)) {
      expect((first[path] as { round: object }).round).toMatchObject({ number: 1 });
      expect((await get(path)).json.round.number).toBe(1);
    }
  });

  test("the running round is the default of each page, and knows only its own jury and projects", async () => {
    const cleo = await bench.join();
    await openAt(TIMES.second);
    const all = await responses();
    for (const path of READS.slice(0, 6)) {
      expect([path, (all[path] as { round: object }).round]).toMatchObject([path, { number: 2 }]);
    }
    const { json: jury } = await get("evaluators");
    expect(idsOf(jury.evaluators)).toEqual([bea.id, cleo.id].sort());
    expect(jury).toMatchObject({
      projects: 2,
      wanted: 1,
      counts: { all: 2, accepted: 2, begun: 0 },
    });
    expect(jury.rounds.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
    const readingsOf = async ({ id }: { id: string }, query = "") => {
      const { status, json } = await get(`assignment/evaluators/${id}${query}`);
      return [
        status,
        json.round?.number,
        json.rounds?.map((one: { number: number }) => one.number),
      ];
    };
    expect(await readingsOf(bea)).toEqual([200, 2, [1, 2]]);
    expect(await readingsOf(bea, "?round=1")).toEqual([200, 1, [1, 2]]);
    expect(await readingsOf(ada)).toEqual([200, 1, [1]]);
    expect((await readingsOf(ada, "?round=2"))[0]).toBe(404);
    expect(jury.pace.until).toBe(TIMES.closes.toISOString());
    const { json: matrix } = await get("assignment/matrix");
    expect(namesOf(matrix.projects)).toEqual(["Alfa", "Beta"]);
    expect(idsOf(matrix.evaluators)).toEqual([bea.id, cleo.id].sort());
    expect(matrix).toMatchObject({ total: 2, sums: { given: 4, done: 0, begun: 0 } });
    expect((await get("assignment")).json).toMatchObject({ projects: 2, evaluators: 2, wanted: 1 });
    expect((await get("figures")).json.readings).toMatchObject({ wanted: 1, below: 2, rows: null });
    expect((await get(`assignment/readings/${gamma}/${cleo.id}`)).status).toBe(404);
    expect((await get(`assignment/readings/${alfa}/${cleo.id}`)).json.state).toBe("assigned");
    const before = await responses("round=1");
    for (const path of READS.filter((path) => !path.startsWith("applications?"))) {
      expect([path, withoutStrip(before[path])]).toEqual([path, withoutStrip(first[path])]);
    }
  });

  test("an application shows the last reading that had it", async () => {
    const [read, left] = [
      (await get(`applications/${alfa}`)).json,
      (await get(`applications/${gamma}`)).json,
    ];
    expect([read.round.number, read.jury, read.result]).toMatchObject([
      2,
      { all: 2, closed: 0 },
      null,
    ]);
    expect([left.round.number, left.coverage]).toMatchObject([1, { read: 2 }]);
    expect((await get(`applications/${gamma}?round=2`)).json.coverage).toBeNull();
  });

  test("a plan, and readings given, taken and swapped by hand, are those of the round, whose name each preview says", async () => {
    const { json: jury } = await get("evaluators");
    const cleo = jury.evaluators.find(({ id }: { id: string }) => id !== bea.id).id;
    const asked = await post("assignment/proposal", { readings: 1, seed: 7 });
    expect(asked.status).toBe(202);
    await makeProposals(deps, clock.now);
    const proposal = asked.json.id;
    const state = async () => (await get("assignment")).json.proposal.state;
    await expect.poll(state, { timeout: 20_000 }).toBe("done");
    expect((await get("assignment?round=1")).json.proposal).toBeNull();
    const shown = await done("assignment", { proposal, notify: true });
    const named = {
      name: "in_round",
      count: 2,
      facts: { it: "Seconda lettura", en: "Second reading" },
    };
    expect(shown.effects).toContainEqual(named);
    const { rows } = {
      rows: await db.select().from(outbox).where(eq(outbox.template, "readings_changed")),
    };
    expect(rows.length).toBeGreaterThan(0);
    for (const { data } of rows) {
      expect(data).toMatchObject({
        reading: "Seconda lettura",
        deadline: TIMES.closes.toISOString(),
      });
    }
    const readers = async () => {
      const { cells } = (await get("assignment/matrix")).json;
      return cells
        .filter(
          ({ project, state }: { project: string; state: string }) =>
            project === alfa && state !== "none",
        )
        .map(({ evaluator }: { evaluator: string }) => evaluator);
    };
    const [reader] = await readers();
    const other = reader === cleo ? bea.id : cleo;
    for (const [path, body] of [
      ["readings", { project: alfa, evaluator: other }],
      ["readings/removal", { project: alfa, evaluator: other }],
      ["readings/swap", { project: alfa, evaluator: reader, to: other }],
      ["readings/fix", { project: alfa, evaluator: other, fixed: false }],
    ] as const) {
      expect((await done(`assignment/${path}`, body)).effects).toContainEqual(named);
    }
    expect(await readers()).toEqual([other]);
    const inBulk = await done(`assignment/evaluators/${reader}/readings`, { least: 2 });
    expect([
      inBulk.effects.find(({ name }: { name: string }) => name === "in_round"),
      inBulk.chosen,
    ]).toEqual([named, [beta]]);
    const outside = await post("assignment/readings", { project: gamma, evaluator: cleo });
    expect(outside.status).toBe(404);
    expect(
      (await post("assignment/readings", { project: gamma, evaluator: ada.id, round: 1 })).json
        .against,
    ).toMatchObject([{ name: "round_closed" }]);
    expect((await get("assignment?round=1")).json.plan).toBeNull();
    const entries = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "assignment.give"));
    expect(entries.every(({ data }) => data.round === "2")).toBe(true);
    expect((await done("assignment/end")).effects).toContainEqual(named);
  });

  test("reminders and agreed numbers are those of the round", async () => {
    const shown = await done("evaluators/reminders", { selection: { ids: [bea.id] } });
    expect(shown.effects).toContainEqual(expect.objectContaining({ name: "in_round", count: 2 }));
    const [mail] = await db.select().from(outbox).where(eq(outbox.template, "evaluation_reminder"));
    expect(mail?.data).toMatchObject({ todo: "2", reading: "Seconda lettura" });
    const refused = await post("evaluators/reminders", { round: 1, selection: { ids: [ada.id] } });
    expect(refused.json.against).toMatchObject([{ name: "nothing_to_read" }]);
    await done("evaluators/capacities", { selection: { ids: [bea.id] }, capacity: 1 });
    const capacityIn = async (round: number) =>
      (await get(`evaluators?round=${round}`)).json.evaluators.find(
        ({ id }: { id: string }) => id === bea.id,
      );
    expect(await capacityIn(2)).toMatchObject({ capacity: 1, total: 1 });
    expect(await capacityIn(1)).toMatchObject({ capacity: null, total: 5 });
    const { json } = await get("assignment/matrix");
    expect(json.evaluators.find(({ id }: { id: string }) => id === bea.id).capacity).toBe(1);
    await done("evaluators/capacities", {
      selection: { query: { round: 2 }, count: 2 },
      capacity: null,
    });
  });

  test("a letter to evaluators states the end of their round, for rows and for a filter", async () => {
    const text = "Ciao {nome}, hai tempo fino al {scadenza}.";
    const texts = { it: { subject: "Manca poco", text }, en: { subject: "Nearly", text } };
    const stated = async (selection: object, subject: string) => {
      const own = { ...texts, it: { subject, text } };
      await done("letters", { texts: own, selection: { audience: "evaluators", ...selection } });
      const rows = await db.select().from(outbox).where(eq(outbox.template, "letter"));
      const said = rows.filter(({ data }) => data.subject === subject);
      return said.map(({ data }) => /\d+ \w+ 2026/.exec(data.text ?? "")?.[0]);
    };
    const [first, second] = ["31 ottobre 2026", "20 novembre 2026"];
    expect(await stated({ ids: [bea.id] }, "Uno")).toEqual([second]);
    expect(await stated({ ids: [bea.id], round: 1 }, "Due")).toEqual([first]);
    const [of1, of2] = [{ round: 1 }, { round: 2 }];
    expect(await stated({ query: of1, count: 2 }, "Tre")).toEqual([first, first]);
    expect(await stated({ query: of2, count: 2 }, "Quattro")).toEqual([second, second]);
  });

  test("counts, filters and columns of readings are those of the round", async () => {
    const few = async () => idsOf((await get("applications?readings=few")).json.applications);
    expect(await few()).toEqual([alfa, beta].sort());
    await bea.score(alfa, 8, 2);
    expect(await few()).toEqual([beta]);
    expect((await get("applications?columns=readings")).json.round.number).toBe(2);
    expect((await get("figures")).json.readings).toMatchObject({ below: 1 });
    const today = (await get("today")).json;
    expect([today.round.number, today.evaluators]).toEqual([2, 2]);
    const few_readings = today.checks.find(({ check }: CheckAnswer) => check === "few_readings");
    const counted = { missing: few_readings.readings.missing, measure: few_readings.measure };
    expect(counted).toEqual({ missing: 1, measure: 1 });
    const closing = today.ahead.find(({ kind }: { kind: string }) => kind === "evaluation_closes");
    expect(closing).toMatchObject({ at: TIMES.closes.toISOString(), round: { number: 2 } });
    const reminders = today.ahead.filter(
      ({ kind }: { kind: string }) => kind === "evaluator_reminder",
    );
    expect(reminders.length).toBeGreaterThan(0);
    for (const one of reminders) expect(one).toMatchObject({ mails: 2, round: { number: 2 } });
  });

  test("exports have the rows of the round and need a key for all of them", async () => {
    for (const path of [
      "evaluators/export?format=csv&round=2",
      "assignment/matrix/export?round=2",
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 403]);
    }
    const linesIn = async (round: number) => {
      await markReauthenticated(db, rita.sessionId, { byKey: true, now: clock.now });
      const jury = await linesOf(`evaluators/export?format=csv&columns=email&round=${round}`);
      const matrix = await linesOf(`assignment/matrix/export?round=${round}`);
      return [jury.length, matrix.length];
    };
    expect(await linesIn(2)).toEqual([2, 4]);
    expect(await linesIn(1)).toEqual([2, 10]);
    const columns = async (round: number) =>
      (await get(`exports?list=selection&round=${round}`)).json.scores;
    expect([await columns(1), await columns(2)]).toEqual([true, false]);
    expect(
      (await get("applications/export?format=csv&columns=name,rank&state=sent")).json.code,
    ).toBe("jury_not_closed");
  });

  test("one evaluation of the round is reopened, and that of the first reading stays closed", async () => {
    await bea.score(beta, 8, 2);
    expect((await bea.close(2)).status).toBe(200);
    await markReauthenticated(db, dario.sessionId, { byKey: true, now: clock.now });
    const shown = await done(`evaluators/${bea.id}/reopening`, {}, dario);
    expect(shown.effects).toContainEqual(expect.objectContaining({ name: "in_round", count: 2 }));
    const stateIn = async (round: number) =>
      (await get(`evaluators?round=${round}`)).json.evaluators.find(
        ({ id }: { id: string }) => id === bea.id,
      ).state;
    expect([await stateIn(1), await stateIn(2)]).toEqual([
      "closed",
      expect.not.stringMatching("closed"),
    ]);
    const refused = await post(`evaluators/${bea.id}/reopening`, { round: 1 }, dario);
    expect(refused.json.against).toMatchObject([{ name: "round_closed" }]);
  });
});

/**
 * Removes the parts of a response that change when the second round opens: the progress of all rounds, and whether the
 * first round's results are final.
 */
function withoutStrip(response: unknown) {
  const { rounds: _, round, ...rest } = response as Record<string, unknown>;
  return { ...rest, ...(round ? { round: { ...round, final: true } } : {}) };
}
