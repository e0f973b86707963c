import { expect, test } from "vitest";
import type { CheckAnswer } from "@/contract/staff/checks";
import type { Ahead, Today } from "@/contract/staff/today";
import { inLanguages } from "@/tests/support/in-languages";
import { secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { plannedReminders } from "../../commands/edition/planned-reminders";
import { setJury } from "../../evaluations/rounds/administer-rounds";

type Bench = Awaited<ReturnType<typeof secondRoundBench>>;

async function readToday({ api, makeUser, freshToken }: Bench): Promise<Today> {
  const token = await freshToken(await makeUser({ roles: ["staff"] }));
  return (await api("GET", "wp/v2/staff/today", { token })).json;
}

test("Today reports a round that could not open on its day, with its obstacles, until it opens", async () => {
  const bench = await secondRoundBench();
  const { bea, projects } = bench;
  const blocked = async () => {
    const { checks, rounds, round } = await readToday(bench);
    const { count, word } = checks.find(({ check }) => check === "rounds_blocked") as CheckAnswer;
    return { count, word, shown: round?.number, obstacles: rounds.map((one) => one.obstacles) };
  };
  await bench.readFirst();
  await bench.make({ jury: [] });
  const none = { count: 0, word: "running_out", shown: 1, obstacles: [undefined, undefined] };
  await bench.openAt(new Date(TIMES.opens.getTime() - 1));
  expect(await blocked()).toEqual(none);
  await bench.openAt(TIMES.second);
  expect(await blocked()).toEqual({
    ...{ ...none, count: 1 },
    obstacles: [undefined, ["stage_unreleased", "no_projects", "no_jury"]],
  });
  await bench.select("pre_selected", [projects[0]?.id ?? ""]);
  await bench.openAt(TIMES.second);
  expect((await blocked()).obstacles).toEqual([undefined, ["no_jury"]]);
  await setJury(bench.db, bench.edition.year, 2, [bea.id], bench.context());
  await bench.openAt(TIMES.second);
  expect(await blocked()).toEqual({ ...none, shown: 2 });
});

test("Today forecasts the reminders to the evaluators of all running rounds", async () => {
  const bench = await secondRoundBench();
  const { db, clock, bea, projects } = bench;
  const [alfa, beta] = projects;
  if (!alfa || !beta) throw new Error("no projects");
  await bench.sendAgain(alfa.id, { fields: { nome: "Alfa", sustainableretail: "yes" } });
  await bench.readFirst();
  const [cleo, dora] = [await bench.makeJuror(), await bench.makeJuror()];
  await bench.make({ jury: [bea.id] });
  const names = inLanguages("Lettura per la sfida", "Challenge reading");
  await bench.make({ jury: [cleo.id, dora.id], names, stage: "challenge_winner" });
  await bench.select("pre_selected", [alfa.id, beta.id]);
  await bench.openAt(TIMES.opens);
  const reminders = (await readToday(bench)).ahead.filter(
    ({ kind }) => kind === "evaluator_reminder",
  );
  const mailsIn = (number: number) => [
    ...new Set(
      reminders.filter(({ round }) => round?.number === number).map(({ mails }: Ahead) => mails),
    ),
  ];
  expect([mailsIn(1), mailsIn(2), mailsIn(3)]).toEqual([[], [1], [2]]);
  const planned = await plannedReminders(db, clock.now);
  const mails = reminders.reduce((sum, one) => sum + one.mails, 0);
  expect(mails).toBe(planned.filter((row) => row.includes("evaluation_reminder")).length);
});
