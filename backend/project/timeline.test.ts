import { expect, test } from "vitest";
import type { Stage } from "@/contract/evaluation/funnel";
import { inLanguages } from "@/tests/support/in-languages";
import { secondRoundBench } from "@/tests/support/people/second-round";

const { api, bea, projects, make, readFirst, select, sendAgain, freshToken } =
  await secondRoundBench();
const [alfa, beta, gamma] = projects;
if (!alfa || !beta || !gamma) throw new Error("no projects");

/** Returns the English names of the rounds in the timeline of an application's owner. */
async function roundsOf({ owner }: typeof alfa & object): Promise<string[]> {
  const { json } = await api("GET", "wp/v2/project/timeline", { token: await freshToken(owner) });
  return json.dates.flatMap(({ type, names }: { type: string; names?: { en: string } }) =>
    type === "round_closes" ? [names?.en] : [],
  );
}

const makePublic = (stage: Stage, opens: string, closes: string) =>
  make({
    ...{ stage, names: inLanguages(stage, stage), jury: [bea.id], isPublic: true },
    ...{ opensAt: new Date(opens), closesAt: new Date(closes) },
  });

test("a round of a special prize is in the timeline of the applications that compete for it", async () => {
  await sendAgain(alfa.id, { fields: { nome: "Alfa", sustainableretail: "yes" } });
  await sendAgain(beta.id, { fields: { nome: "Beta", stage: "stage-concept" } });
  await readFirst();
  await makePublic("semifinalist", "2026-11-10T09:00:00Z", "2026-11-20T23:00:00Z");
  await makePublic("finalist", "2026-11-25T09:00:00Z", "2026-11-28T23:00:00Z");
  await makePublic("challenge_winner", "2026-11-11T09:00:00Z", "2026-11-29T23:00:00Z");
  await makePublic("incubation", "2026-11-11T09:00:00Z", "2026-11-29T23:00:00Z");
  expect(await roundsOf(alfa)).toEqual(["semifinalist", "finalist", "challenge_winner"]);
  expect(await roundsOf(beta)).toEqual(["semifinalist", "finalist", "incubation"]);
  expect(await roundsOf(gamma)).toEqual(["semifinalist", "finalist"]);
});

test("an application that was not selected sees no later round in its timeline, however late", async () => {
  await select("pre_selected", [alfa.id, beta.id]);
  expect(await roundsOf(gamma)).toEqual([]);
  await select("semifinalist", [beta.id]);
  expect(await roundsOf(alfa)).toEqual(["semifinalist", "challenge_winner"]);
  expect(await roundsOf(beta)).toEqual(["semifinalist", "finalist", "incubation"]);
});
