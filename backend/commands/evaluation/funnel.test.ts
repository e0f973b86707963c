import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { commandsOn } from "@/tests/support/servers/commands";
import { decisions } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";

const { db, deps, edition, filesDir, makeSent, makeUser } = await evaluationBench();

const command = commandsOn(deps);
const funnel = (...args: string[]) => command("evaluation", "funnel", ...args);

const timeout = 300_000;

test("a selection is previewed, executed with a reason, and released once", {
  timeout,
}, async () => {
  await makeSent({ fields: { nome: "Alga madre" } });
  await makeSent({ fields: { nome: "Balia" } });
  const year = String(edition.year);
  const list = join(filesDir, "list.csv");
  await writeFile(list, "Ricevuta;Nome\r\n2026-000001;Alga madre\r\n");

  const chosen = ["select", year, "pre_selected", "--csv", list];
  const preview = await funnel(...chosen);
  expect(preview).toMatchObject({ code: 1, err: "" });
  expect(preview.out).toContain("Blocked: 1 of 1 projects on the list have no score at all.");
  expect(preview.out).toMatch(/^2026-000001 +Alga madre .* pre_selected +select +selected/m);
  expect(preview.out).toContain("Nothing has been changed");
  expect(await db.$count(decisions)).toBe(0);

  const override = [...chosen, "--anyway"];
  expect((await funnel(...override)).code).toBe(4);
  const refused = await funnel(...chosen, "--yes", "--reason", "Riunione");
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining("Add --anyway to continue"),
  ]);
  expect(await db.$count(decisions)).toBe(0);
  const unreasoned = await funnel(...override, "--yes");
  expect([unreasoned.code, unreasoned.err]).toEqual([2, expect.stringContaining("--reason")]);
  const act = ["--yes", "--by", "Rita Neri", "--reason", "Riunione"];
  expect(await funnel(...override, ...act)).toMatchObject({ code: 0, err: "" });

  expect((await funnel("release", year, ...act)).err).toContain("STAGE is missing.");
  const release = ["release", year, "pre_selected"];
  const read = await funnel(...release, "--show-mails");
  expect(read.out).toMatch(/--- decision_pre_selected, it, to .+@example\.org\nSubject: /);
  expect(read.out).toMatch(/--- decision_not_pre_selected, it, to /);
  expect(await db.$count(outbox)).toBe(0);
  expect((await funnel(...release, "--where-it", "Via Manin 1", ...act)).err).toContain(
    "--where-en is missing",
  );
  expect((await funnel(...release, "--when", "2001-12-01", ...act)).err).toContain("in the past");
  expect((await funnel(...release, "--when", "soon", ...act)).err).toContain("--when is not valid");
  const place = ["--where-it", "Via Manin 1", "--where-en", "1, via Manin", "--when", "2099-12-01"];
  const withPlace = await funnel(...release, ...place, "--show-mails");
  expect(withPlace.out).toMatch(
    /decision_pre_selected, it[\s\S]*Via Manin 1[\s\S]*1º dicembre 2099/,
  );
  const released = await funnel(...release, ...place, ...act);
  expect(released.out).toContain("1 × release pre_selected not_selected");
  expect(released.out).toContain("Email: 1 × decision_not_pre_selected");
  expect(await db.$count(outbox)).toBe(2);
  const again = await funnel(...release, ...act);
  expect(again).toMatchObject({ code: 1, err: "There is nothing to release for pre_selected.\n" });
  const log = (await funnel("log", year)).out;
  expect(log).toMatch(/Rita Neri +release +Riunione/);
  expect(log).toMatch(/select +Riunione .*went past: 1 of 1 projects on the list have no score/);

  expect((await funnel("select", year, "best")).code).toBe(2);

  // A released decision blocks an extension, because a new application could not take part in the selection.
  const { email } = await makeUser();
  const extend = ["extend", email, "--until", "2097-01-01", "--reason", "x", "--yes"];
  expect((await command("edition", ...extend)).err).toBe(
    `The selection of ${year} has been announced: an application sent now could not take part in it.\n`,
  );
});
