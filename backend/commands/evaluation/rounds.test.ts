import { expect, test } from "vitest";
import { secondRoundBench } from "@/tests/support/people/second-round";
import { commandsOn } from "@/tests/support/servers/commands";
import { editions } from "../../db/schema/applications";
import { findRound } from "../../editions/rounds";

const bench = await secondRoundBench();
const { deps, db, ada, bea, edition } = bench;
const command = commandsOn(deps);
const year = String(edition.year);
const round = (verb: string, ...args: string[]) => command("evaluation", "round", verb, ...args);
const act = ["--yes", "--by", "Rita Neri", "--reason", "Seconda giuria"];
// Commands use the real time, so the round's days lie in the distant future. If the round had ended, its evaluators
// could get a staff role, which this test expects to be refused.
const days = ["--from", "2098-11-10", "--until", "2098-11-20"];
const names = ["--name-it", "Seconda lettura", "--name-en", "Second reading"];

test("rounds are listed, made, changed and removed by command", { timeout: 300_000 }, async () => {
  expect((await round("list", year)).out).toContain("One reading: every evaluator reads all");
  const wanted = ["make", year, "semifinalist", ...days, ...names, "--jury", bea.email] as const;
  const heavy = await round(...wanted, "--weight", "150", ...act);
  expect([heavy.code, heavy.err]).toEqual([2, expect.stringContaining("--weight is not valid")]);
  expect((await round(...wanted)).out).toContain("Nothing has been changed");
  expect(await round(...wanted, "--weight", "60", ...act)).toMatchObject({ code: 0, err: "" });
  const again = await round(...wanted, ...act);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("already a round")]);
  const { out } = await round("list", year);
  expect(out).toMatch(/^2 +semifinalist +Seconda lettura \/ Second reading .*stage unreleased/m);

  const both = `${ada.email}, ${bea.email}`;
  expect(await round("jury", year, "2", "--jury", both, ...act)).toMatchObject({ code: 0 });
  const crossed = await round("date", year, "2", "--until", "2026-11-01", ...act);
  expect([crossed.code, crossed.err]).toEqual([1, expect.stringContaining("would not fit")]);
  expect(await round("change", year, "2", "--weight", "none", ...act)).toMatchObject({ code: 0 });
  const talks = ["--feedback", "yes", "--band", "yes", "--discussion", "yes"];
  expect(await round("change", year, "2", ...talks, ...act)).toMatchObject({ code: 0 });
  const settings = async (number: number) => {
    const { feedback, band, discussion } = (await findRound(db, edition, number)) ?? {};
    return [feedback, band, discussion];
  };
  expect(await settings(2)).toEqual([true, true, true]);
  const first = await round("change", year, "1", ...talks, ...act);
  expect([first.code, first.err]).toEqual([1, expect.stringContaining("The edition has these")]);
  const figures = ["figures", year, "--feedback", "yes", "--discussion", "no"];
  expect(await command("edition", ...figures, ...act)).toMatchObject({ code: 0 });
  const [kept] = await db.select().from(editions);
  expect(kept).toMatchObject({ feedback: true, feedbackBand: false, discussion: false });
  expect((await round("close", year, "2", ...act)).err).toContain("has not opened");

  const reopen = await command("evaluation", "reopen", bea.email, year, "--round", "2", ...act);
  expect([reopen.code, reopen.err]).toEqual([1, expect.stringContaining("in round 2 of")]);

  // Granting the staff role is rejected, because staff can read earlier results, which this jury must not see.
  const granted = await command("user", "grant", "staff", bea.email, ...act);
  expect([granted.code, granted.err]).toEqual([1, expect.stringContaining("reads in round 2")]);

  expect((await round("remove", year, "2", ...act)).out).toContain("one reading again");
  expect(await command("user", "grant", "staff", bea.email, ...act)).toMatchObject({ code: 0 });
});
