import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { decisions } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";

const { db, deps, edition, filesDir, makeSent } = await evaluationBench();

async function funnel(...args: string[]) {
  const { DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET } = deps.config;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "backend/commands/evaluation.ts", "funnel", ...args],
    { env: { NODE_ENV: "test", DATABASE_URL, SMTP_URL, SITE_URL, TOKEN_SECRET } },
  );
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  return { out, err, code };
}

// Each command starts its own process: half a minute in all on a busy machine.
const timeout = 120_000;

test("a selection is shown, made with a reason, and released once", { timeout }, async () => {
  await makeSent({ fields: { nome: "Alga madre" } });
  await makeSent({ fields: { nome: "Balia" } });
  const year = String(edition.year);
  const list = join(filesDir, "list.csv");
  await writeFile(list, "Ricevuta;Nome\r\n2026-000001;Alga madre\r\n");

  const chosen = ["select", year, "pre_selected", "--csv", list, "--override"];
  const preview = await funnel(...chosen);
  expect(preview).toMatchObject({ code: 0, err: "" });
  expect(preview.out).toMatch(/^2026-000001 +Alga madre .* pre_selected +select +selected/m);
  expect(preview.out).toContain("Nothing was changed");
  expect(await db.$count(decisions)).toBe(0);

  const unreasoned = await funnel(...chosen, "--apply");
  expect([unreasoned.code, unreasoned.err]).toEqual([2, expect.stringContaining("--reason")]);
  const act = ["--apply", "--by", "Rita Neri", "--reason", "Riunione"];
  expect(await funnel(...chosen, ...act)).toMatchObject({ code: 0, err: "" });

  const released = await funnel("release", year, ...act);
  expect(released.out).toContain("1 × release pre_selected not_selected");
  expect(released.out).toContain("mails are on their way");
  expect(await db.$count(outbox)).toBe(2);
  const again = await funnel("release", year, ...act);
  expect(again).toMatchObject({ code: 1, err: "There is nothing to release.\n" });
  expect((await funnel("log", year)).out).toMatch(/Rita Neri +released +Riunione/);

  expect((await funnel("select", year, "best")).code).toBe(2);
});
