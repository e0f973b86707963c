import { asc, eq, like } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { STAFF_ACTIONS } from "@/contract/staff/audit-log";
import type { ActionPreview } from "@/contract/staff/preview";
import type { StaffRounds } from "@/contract/staff/rounds";
import { secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { roundJurors } from "../../db/schema/rounds";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

/*
 * Tests one edition from its first round to its final round, using only the staff's endpoints. The tests run in this
 * order.
 */

const bench = await secondRoundBench();
const { api, db, clock, ada, bea, makeJuror, projects, makeUser, freshToken, openAt } = bench;
const cleo = await makeJuror();
const rita = await makeUser({ roles: ["staff"] });
const auditor = await makeUser({ roles: ["auditor"] });
const dario = await makeUser({ roles: ["director"] });
const PATH = "wp/v2/staff/editions/2026";

type Who = typeof rita;
const get = async (who: Who = rita): Promise<StaffRounds> =>
  (await api("GET", `${PATH}/rounds`, { token: await freshToken(who) })).json;
const post = async (path: string, body: object = {}, who: Who = rita) =>
  api("POST", `${PATH}/${path}`, { token: await freshToken(who), body });
const effects = ({ effects }: ActionPreview) =>
  Object.fromEntries(effects.map(({ name, count }) => [name, count]));
const refusals = ({ against }: ActionPreview) => against.map(({ name }) => name);

/** Returns the reasons why an account cannot get a staff role. */
async function grantRefusals({ email }: Who): Promise<string[]> {
  const body = { email, role: "auditor" };
  const token = await freshToken(dario);
  return refusals((await api("POST", "wp/v2/staff/team/grant", { token, body })).json);
}

/** Previews a staff action, executes it, and returns the preview. */
async function done(path: string, body: object = {}, who: Who = rita): Promise<ActionPreview> {
  const { json: shown } = await post(path, body, who);
  const made = await post(path, { ...body, plan: shown.plan, reason: "prova" }, who);
  expect([made.status, made.json.done]).toEqual([200, true]);
  return shown;
}

const second = (jury: readonly string[]) => ({
  ...{ stage: "semifinalist", jury, opens: "2026-11-10", closes: "2026-11-20" },
  names: { it: "Seconda lettura", en: "Second reading" },
});

beforeAll(async () => {
  await bench.readFirst();
});

describe("making a round", () => {
  test("an edition without rounds has none, and offers each later stage", async () => {
    expect(await get()).toMatchObject({
      edition: 2026,
      rounds: [],
      stages: [
        { stage: "semifinalist", names: { it: "Seconda lettura", en: "Second reading" } },
        ...["finalist", "winner", "challenge_winner", "incubation"].map((stage) => ({ stage })),
      ],
      next_opens: TIMES.firstCloses.toISOString(),
      copies: [],
    });
    expect((await get()).evaluators.map(({ id }) => id).sort()).toEqual(
      [ada.id, bea.id, cleo.id].sort(),
    );
  });

  test("a preview changes nothing and names what happens", async () => {
    const { status, json } = await post("rounds", second([bea.id, cleo.id]));
    expect(status).toBe(200);
    expect(effects(json)).toEqual({
      ...{ round_first: 3, round_dates: 2, round_projects: 0, round_earlier: 1 },
    });
    expect((await get()).rounds).toEqual([]);
  });

  test("auditors cannot make one, and see all of them", async () => {
    expect((await post("rounds", second([bea.id]), auditor)).status).toBe(404);
    expect((await get(auditor)).rounds).toEqual([]);
  });

  test.each([
    ["a last day before the first one", { closes: "2026-11-01" }, "dates_cross"],
    ["a first day before the end of the first reading", { opens: "2026-10-30" }, "dates_cross"],
    ["a stage that has a round", { stage: "pre_selected" }, "stage_taken"],
    ["an applicant on the jury", { jury: [rita.id] }, "not_on_jury"],
  ])("%s is refused", async (_, wrong, why) => {
    const { json } = await post("rounds", { ...second([bea.id]), ...wrong });
    expect(refusals(json)).toEqual([why]);
    expect(json.count).toBe(0);
  });

  test("an empty name, a weight of 100 and a missing day are field errors", async () => {
    const names = { it: " ", en: "Second reading" };
    const wrong = { ...second([bea.id]), names, weight: 100, closes: "" };
    const { status, json } = await post("rounds", wrong);
    expect([status, json.data.fields]).toEqual([
      422,
      { "names.it": "required", weight: "invalid_choice", closes: "invalid_choice" },
    ]);
  });

  test("staff make it, and the first reading gets its jury by name", async () => {
    await done("rounds", second([bea.id]));
    const { rounds, stages } = await get();
    expect(rounds).toMatchObject([
      {
        ...{ number: 1, stage: "pre_selected", state: "open", reads: null, removable: false },
        ...{ projects: 5, evaluators: 3, closed: 2, names: { it: "Prima lettura" } },
      },
      {
        ...{ number: 2, stage: "semifinalist", state: "to_come", reads: 1, removable: true },
        ...{ projects: 0, evaluators: 1, obstacles: ["stage_unreleased", "no_projects"] },
        opens: "2026-11-09T23:00:00.000Z",
        closes: "2026-11-20T23:00:00.000Z",
      },
    ]);
    expect(stages.map(({ stage }) => stage)).not.toContain("semifinalist");
  });

  test("a member of the later jury gets no staff role, and staff no seat", async () => {
    expect(await grantRefusals(bea)).toEqual(["sits_on_round"]);
    const both = await makeUser({ roles: ["evaluator", "staff"] });
    const refused = await post("rounds/2/jury", { jury: [bea.id, both.id] });
    expect(refusals(refused.json)).toEqual(["staff_on_jury"]);
    await done("rounds/2", { shows_earlier: true });
    expect(refusals((await post("rounds/2/jury", { jury: [bea.id, both.id] })).json)).toEqual([]);
    await done("rounds/2", { shows_earlier: false });
  });
});

describe("changing a round", () => {
  test("names, readings and weight are changed alone", async () => {
    const names = { it: "La semifinale", en: "The semifinal" };
    const changed = await done("rounds/2", { names, weight: 60, readings: 2 });
    expect(effects(changed)).toMatchObject({ round_weight: 60, readings_wanted: 2 });
    expect((await get()).rounds[1]).toMatchObject({
      ...{ names, weight: 60, readings: { own: 2, wanted: 2 }, shows_earlier: false },
    });
    const back = await done("rounds/2", { weight: null, readings: null });
    expect(effects(back)).toMatchObject({ round_alone: 1, readings_wanted: 3 });
    const { json: shown } = await post("rounds/2", {
      ...{ shows_earlier: true, public: true, discussion: true },
    });
    expect(effects(shown)).toMatchObject({
      ...{ round_shows_earlier: 1, round_public: 1, round_discusses: 1 },
    });
    const { json: on } = await post("rounds/2", { feedback: true, band: true });
    expect(effects(on)).toMatchObject({
      ...{ feedback_received: 1, feedback_checked: 1, feedback_band_on: 1 },
      feedback_writers: on.effects.find(({ name }: { name: string }) => name === "round_jury")
        .count,
    });
    expect((await get()).rounds[1]).toMatchObject({ names, weight: null, readings: { own: null } });
  });

  test("the days move, with what moves with them", async () => {
    const shown = await done("rounds/2/dates", { closes: "2026-11-25" });
    expect(effects(shown)).toEqual({ round_dates: 1 });
    expect((await get()).rounds[1]?.closes).toBe("2026-11-25T23:00:00.000Z");
    expect(refusals((await post("rounds/2/dates", { closes: "2026-11-09" })).json)).toEqual([
      "dates_cross",
    ]);
    expect(refusals((await post("rounds/1/dates", { closes: "2026-11-09" })).json)).toEqual([
      "no_round",
    ]);
    expect(refusals((await post("rounds/7/dates", { closes: "2026-11-09" })).json)).toEqual([
      "no_round",
    ]);
    expect((await post("rounds/x/dates", { closes: "2026-11-09" })).status).toBe(404);
  });

  test("two directors who change the jury at once: the second one sees the change first", async () => {
    const [one, other] = [{ jury: [bea.id, cleo.id] }, { jury: [cleo.id] }];
    const { json: shown } = await post("rounds/2/jury", other);
    await done("rounds/2/jury", one);
    const late = await post("rounds/2/jury", { ...other, plan: shown.plan, reason: "prova" });
    expect([late.status, late.json.code]).toEqual([412, "plan_changed"]);
    expect((await get()).rounds[1]?.jury.map(({ id }) => id).sort()).toEqual(
      [bea.id, cleo.id].sort(),
    );
  });

  test("a round that nobody has begun is removed, and the edition has one reading again", async () => {
    const shown = await done("rounds/2/removal");
    expect(effects(shown)).toMatchObject({ round_removed: 1, round_none_left: 1 });
    expect((await get()).rounds).toEqual([]);
    await done("rounds", second([bea.id]));
  });
});

describe("the days of a round", () => {
  const FIRST_ENDS = ["evaluation_closes", "First reading"];
  const index = async () => (await api("GET", "")).json.edition.rounds;
  async function timeline(project: (typeof projects)[number] | undefined) {
    if (!project) throw new Error("no project");
    const token = await freshToken(project.owner);
    const { json } = await api("GET", "wp/v2/project/timeline", { token });
    const dates: { type: string; names?: { en: string } }[] = json.dates;
    return dates.flatMap(({ type, names }) => (names ? [[type, names.en]] : []));
  }
  test("are public when staff say so, and never say who reads", async () => {
    expect(await index()).toBeUndefined();
    await done("rounds/2", { public: true });
    const names = { it: "Seconda lettura", en: "Second reading" };
    const days = { opens: "2026-11-09T23:00:00.000Z", closes: "2026-11-20T23:00:00.000Z" };
    expect(await index()).toEqual([{ number: 2, names, stage: "semifinalist", ...days }]);
    expect(await timeline(projects[0])).toEqual([FIRST_ENDS, ["round_closes", "Second reading"]]);
  });

  test("are not those of an application that was left out before", async () => {
    const ids = projects.slice(0, 3).map(({ id }) => id);
    await bench.select("pre_selected", ids);
    expect(await timeline(projects[0])).toHaveLength(2);
    expect(await timeline(projects[4])).toEqual([FIRST_ENDS]);
  });
});

describe("an opened round", () => {
  test("opens after the release, and its jury gets an email once", async () => {
    expect((await get()).rounds[1]).toMatchObject({ obstacles: [], projects: 3 });
    await openAt(TIMES.second);
    await openAt(TIMES.second);
    const { rounds } = await get();
    expect(rounds.map(({ state }) => state)).toEqual(["final", "open"]);
    const { json: today } = await api("GET", "wp/v2/staff/today", {
      token: await freshToken(rita),
    });
    const numbers = today.rounds.map(({ number }: { number: number }) => number);
    expect([today.round.number, numbers]).toEqual([2, [1, 2]]);
    const mails = await db.select().from(outbox).where(eq(outbox.template, "round_opened"));
    expect(mails.map(({ recipient, data }) => [recipient, data])).toEqual([
      [
        bea.email,
        expect.objectContaining({
          ...{ round: "Seconda lettura", todo: "3", deadline: "2026-11-20T23:00:00.000Z" },
        }),
      ],
    ]);
  });

  test("its beginning and its rules stay, its end moves, and it cannot be removed", async () => {
    for (const [path, body] of [
      ["rounds/2/dates", { opens: "2026-11-11" }],
      ["rounds/2", { weight: 50 }],
      ["rounds/2/removal", {}],
    ] as const) {
      expect(refusals((await post(path, body)).json)).toEqual(["round_begun"]);
    }
    const shown = await done("rounds/2/dates", { closes: "2026-11-21" });
    expect(effects(shown)).toEqual({ round_dates: 1, reminders_moved: 2 });
  });

  test("people who join get the email, and what leaves becomes void", async () => {
    await bea.score(projects[0]?.id ?? "", 7, 2);
    const shown = await done("rounds/2/jury", { jury: [cleo.id] });
    expect(effects(shown)).toMatchObject({ round_joins: 1, round_leaves: 1, round_void: 1 });
    expect(shown.mails).toEqual([{ template: "round_opened", language: "it", count: 1 }]);
    expect(effects(await done("rounds/2/jury", { jury: [bea.id, cleo.id] }))).toMatchObject({
      round_joins: 1,
      round_earlier: 1,
    });
    expect(await db.$count(outbox, eq(outbox.template, "round_opened"))).toBe(2);
    expect(await db.$count(roundJurors, eq(roundJurors.round, 2))).toBe(2);
  });
});

describe("closing a round", () => {
  test("the closed evaluations of a person who leaves the jury still count, also in the preview", async () => {
    await cleo.score(projects[0]?.id ?? "", 8, 2);
    await cleo.score(projects[1]?.id ?? "", 8, 2);
    const both = effects((await post("rounds/2/jury", { jury: [] })).json);
    expect(both).toMatchObject({ round_leaves: 2, round_void: 3 });
    await cleo.close(2);
    const closed = effects((await post("rounds/2/jury", { jury: [bea.id] })).json);
    expect(closed).toMatchObject({ round_leaves: 1 });
    expect(closed).not.toHaveProperty("round_void");
    const left = effects((await post("rounds/2/jury", { jury: [cleo.id] })).json);
    expect(left).toMatchObject({ round_leaves: 1, round_void: 1 });
  });

  test("a director closes it with a key, and sees what does not count", async () => {
    expect((await post("rounds/2/closing", {}, rita)).status).toBe(404);
    const { json: plan } = await post("rounds/2/closing", {}, dario);
    const unproved = { plan: plan.plan, reason: "prova" };
    expect((await post("rounds/2/closing", unproved, dario)).status).toBe(403);
    await markReauthenticated(db, dario.sessionId, { byKey: true, now: clock.now });
    const shown = await done("rounds/2/closing", {}, dario);
    expect(effects(shown)).toMatchObject({
      ...{ round_closes: 1, round_open_sheets: 1, round_short: 3 },
    });
    expect((await get()).rounds[1]).toMatchObject({
      state: "closed",
      closed_at: clock.now.toISOString(),
    });
    expect((await bea.score(projects[1]?.id ?? "", 8, 2)).status).toBe(403);
  });

  test("the end of a juror's work in the round ends the exclusion from staff", async () => {
    expect(await grantRefusals(bea)).toEqual([]);
    await markReauthenticated(db, dario.sessionId, { byKey: true, now: clock.now });
    await done("rounds/2/reopening", {}, dario);
    expect(await grantRefusals(cleo)).toEqual([]);
    expect(await grantRefusals(bea)).toEqual(["sits_on_round"]);
    await markReauthenticated(db, dario.sessionId, { byKey: true, now: clock.now });
    await done("rounds/2/closing", {}, dario);
  });

  test("it is reopened until the next round opens", async () => {
    await markReauthenticated(db, dario.sessionId, { byKey: true, now: clock.now });
    await done("rounds/2/reopening", {}, dario);
    expect((await bea.score(projects[1]?.id ?? "", 8, 2)).status).toBe(200);
    expect(refusals((await post("rounds/1/reopening", {}, dario)).json)).toEqual([
      "round_not_open",
    ]);
  });
});

test("the rounds of one year are copied to the next one", async () => {
  await api("POST", `${PATH}/clone`, { token: await freshToken(rita), body: { to: 2027 } });
  const { json: shown } = await post("clone", { to: 2027 });
  await post("clone", { to: 2027, plan: shown.plan, reason: "anno nuovo" });
  const copy = async (body: object) =>
    api("POST", "wp/v2/staff/editions/2027/round-copies", {
      token: await freshToken(rita),
      body,
    });
  const { json: plan } = await copy({ from: 2026 });
  expect([plan.count, effects(plan)]).toMatchObject([1, { round_first: 4, round_copied: 2 }]);
  const made = await copy({ from: 2026, plan: plan.plan, reason: "come l’anno scorso" });
  expect(made.json.done).toBe(true);
  const { json } = await api("GET", "wp/v2/staff/editions/2027/rounds", {
    token: await freshToken(rita),
  });
  expect(json.rounds).toMatchObject([
    { number: 1 },
    { number: 2, stage: "semifinalist", opens: "2027-11-09T23:00:00.000Z", evaluators: 2 },
  ]);
  expect(json.copies).toEqual([2026]);
  expect(refusals((await copy({ from: 2026 })).json)).toEqual(["no_round"]);
  expect((await copy({ from: 2019 })).status).toBe(404);
});

test("each change is in the log with its round", async () => {
  await markReauthenticated(db, dario.sessionId, { byKey: true, now: clock.now });
  await done("rounds/2/closing", {}, dario);
  const again = { opens: "2026-11-25", closes: "2026-11-30", jury: [cleo.id] };
  await markReauthenticated(db, dario.sessionId, { byKey: true, now: clock.now });
  await done("rounds/2/again", again, dario);
  const lines = await db
    .select()
    .from(auditEntries)
    .where(like(auditEntries.act, "round.%"))
    .orderBy(asc(auditEntries.number));
  const roundsOf = Object.fromEntries(
    STAFF_ACTIONS.filter((act) => act.startsWith("round.")).map((act) => {
      const own = lines.filter((line) => line.act === act);
      return [act, [...new Set(own.map(({ data }) => data.round))]];
    }),
  );
  expect(roundsOf).toEqual({
    ...{ "round.make": ["2"], "round.change": ["2"], "round.date": ["2"], "round.jury": ["2"] },
    ...{ "round.open": ["2"], "round.close": ["2"], "round.reopen": ["2"] },
    ...{ "round.again": ["3"], "round.remove": ["2"] },
  });
  const made = lines.filter(({ act }) => act === "round.make").map(({ data }) => data);
  expect(made).toEqual(Array(3).fill(expect.objectContaining({ stage: "semifinalist" })));
});
