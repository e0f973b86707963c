import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { parseCsv } from "@/tests/support/made-files/unpack";
import { five } from "@/tests/support/people/evaluation";
import { secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { editions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const bench = await secondRoundBench();
const { db, api, clock, ada, bea, projects, make, select, openAt, makeUser, freshToken } = bench;
const staff = await makeUser({ roles: ["staff"] });
const ask = async (path: string) =>
  api("GET", `wp/v2/staff/agreement${path}`, { token: await freshToken(staff) });
const refused = async (path: string) => {
  const { status, json } = await ask(path);
  return [status, json.code];
};
const CLOSED_TOO_EARLY = [403, "jury_not_closed"];

test("the agreement of a round is readable once its whole jury has closed", async () => {
  for (const [juror, values] of [
    [ada, [9, 8, 4, 3, 2]],
    [bea, [9, 4, 4, 3, 2]],
  ] as const) {
    for (const [index, { id }] of projects.entries()) await juror.score(id, values[index] ?? 0);
    expect(await refused("")).toEqual(CLOSED_TOO_EARLY);
    expect(await refused("/export?format=csv")).toEqual([403, "key_required"]);
    expect((await juror.close()).status).toBe(200);
  }
  const { json } = await ask("");
  expect(json).toMatchObject({ edition: 2026, evaluations: 10, readers: 2, compared: 5 });
  expect(json).not.toHaveProperty("round");
  expect(json.discussed).toBeNull();
  // Calculated by hand: the totals differ for one project only (80 and 40), so the observed disagreement is 160. The
  // expected disagreement is 6960 / 9.
  expect(json.alpha).toEqual({ value: 0.793, reason: null });
  expect(json.criteria.impact).toEqual(json.alpha);
  expect(json.spreads[0]).toEqual({
    ...{ id: projects[1]?.id, name: "Beta", readings: 2 },
    ...{ mean: 60, spread: 28.3, lowest: 40, highest: 80 },
  });
  expect(json.evaluators).toMatchObject([
    { id: bea.id, readings: 5, shared: 5, difference: -8, lowest: 20, highest: 90 },
    { id: ada.id, difference: 8 },
  ]);
  expect(json.cutoffs.map(({ stage }: { stage: string }) => stage)).toEqual([
    ...["pre_selected", "semifinalist", "finalist", "winner"],
  ]);
});

test("a running later round hides its agreement, and the closed one stays readable", async () => {
  await make({ jury: [bea.id] });
  await select("pre_selected", [projects[0]?.id ?? "", projects[1]?.id ?? ""]);
  await openAt(TIMES.second);
  await bea.score(projects[0]?.id ?? "", 7, 2);
  expect(await refused("")).toEqual(CLOSED_TOO_EARLY);
  const first = await ask("?round=1");
  expect(first.json).toMatchObject({ round: { number: 1 }, alpha: { value: 0.793 } });
  expect(first.json.cutoffs).toMatchObject([{ stage: "pre_selected", places: 50 }]);
  expect((await bea.close(2)).status).toBe(200);
  const second = await ask("");
  expect(second.json).toMatchObject({
    ...{ round: { number: 2 }, evaluations: 1, compared: 0 },
    alpha: { value: null, reason: "no_pairs" },
  });
});

test("the export has all tables, needs a passkey, and is in the log", async () => {
  await markReauthenticated(db, staff.sessionId, { byKey: true, now: clock.now });
  const { response } = await ask("/export?format=csv&round=1");
  expect(response.headers.get("content-disposition")).toContain("concordanza-2026");
  const [, ...rows] = parseCsv(
    Buffer.from(await response.arrayBuffer())
      .subarray(3)
      .toString(),
    ";",
  );
  expect(rows).toContainEqual(["α di Krippendorff", "Totale pesato", "α di Krippendorff", "0,793"]);
  expect(rows).toContainEqual(["Progetti", "Beta", "Dispersione", "28,3"]);
  expect(
    rows.filter(([group, , column]) => group === "Chi valuta" && column === "Letture"),
  ).toEqual([
    ["Chi valuta", expect.any(String), "Letture", "5"],
    ["Chi valuta", expect.any(String), "Letture", "5"],
  ]);
  const [line] = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.act, "table.export"))
    .orderBy(desc(auditEntries.number));
  expect(line?.data).toMatchObject({
    ...{
      table: "agreement",
      columns:
        "alpha projects evaluators cutoffs readings mean spread lowest highest shared difference",
      filter: "round=1",
    },
  });
});

test("scores that a discussion has revised show which projects they move across the places", async () => {
  const own = await secondRoundBench();
  const reader = await own.makeUser({ roles: ["staff"] });
  const [alfa, beta] = own.projects.map(({ id }) => id) as [string, string];
  const places = { ...own.edition.places, pre_selected: 1 };
  await own.db.update(editions).set({ discussion: true, places });
  await own.readFirst();
  const discussed = async () => {
    const token = await own.freshToken(reader);
    return (await own.api("GET", "wp/v2/staff/agreement", { token })).json.discussed;
  };
  const moved = async () =>
    (await discussed()).find(({ stage }: { stage: string }) => stage === "pre_selected");
  expect(await moved()).toEqual({ stage: "pre_selected", places: 1, entering: [], leaving: [] });
  for (const one of [own.ada, own.bea]) {
    const scores = five(10, 10, 10, 10, 10);
    const revision = { scores, reason: "I costi" };
    expect((await one.ask("POST", `projects/${beta}/revision`, revision)).status).toBe(200);
  }
  expect(await moved()).toEqual({
    ...{ stage: "pre_selected", places: 1 },
    entering: [{ id: beta, name: "Beta", before: 2, after: 1 }],
    leaving: [{ id: alfa, name: "Alfa", before: 1, after: 2 }],
  });
});
