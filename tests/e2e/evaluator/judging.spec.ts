import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright/test";
import { fieldNames } from "@/contract/project/field-names";
import { placeOf } from "@/lib/routes/path";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press, tabTo } from "../../support/browser/keyboard";
import { newEvaluator, type Person, seedEdition, signIn } from "../../support/browser/visitors";
import { parseCsv, unzip } from "../../support/made-files/unpack";
import { type Five, judge, totalOf } from "../../support/people/judging";

type Words = (key: string, values?: Record<string, string | number>) => string;

const NAMES = Array.from({ length: 13 }, (_, index) => `P${String(index + 1).padStart(2, "0")}`);

/**
 * For each of the two evaluators: the project from which the evaluator is recused, and the scores by project. The first
 * gives high scores, the second low ones, and the scores differ most for P13.
 */
const PANELS: readonly { recused: string; scores: (place: number) => Five }[] = [
  {
    recused: "P01",
    scores: (place) => [10 - (place % 4), 9, 8 - (place % 3), 7, 10 - (place % 5)],
  },
  {
    recused: "P02",
    scores: (place) =>
      place === 12 ? [1, 0, 2, 1, 0] : [6 - (place % 4), 5, 4 - (place % 3), 3 + (place % 4), 5],
  },
];

/** Returns the scores that an evaluator gives, by project name. */
function given({ recused, scores }: (typeof PANELS)[number]): Map<string, Five> {
  const all = NAMES.map((name, place): [string, Five] => [name, scores(place)]);
  return new Map(all.filter(([name]) => name !== recused));
}

async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/**
 * Scores twelve projects, recuses the evaluator from one project, and closes the evaluation, with the keyboard only.
 */
async function work(
  page: Page,
  t: Words,
  at: { path: (path: string) => string; year: number; person: Person; looks: boolean },
  panel: (typeof PANELS)[number],
) {
  const { path, year, person, looks } = at;
  const scores = given(panel);
  const figure = new Intl.NumberFormat(placeOf(path("/")).locale, {
    minimumFractionDigits: 1,
  });
  await signIn(page, person);
  await page.goto(path(`/dashboard/evaluation?edition=${year}&orderby=nome&order=asc`));
  const table = page.getByRole("table");
  await press(page, table.getByRole("link", { name: "P01", exact: true }));

  const title = page.getByRole("heading", { level: 1 });
  const seen = new Set<string>();
  for (let step = 0; step < NAMES.length; step++) {
    await expect(title).toHaveText(/^P\d\d$/);
    const name = await title.innerText();
    expect(seen.has(name), `${name} is offered twice`).toBe(false);
    seen.add(name);
    const five = scores.get(name);
    if (five) {
      await page.keyboard.press("i");
      for (const [row, score] of five.entries()) {
        if (row > 0) await page.keyboard.press("ArrowDown");
        await page.keyboard.press(score === 10 ? "x" : String(score));
      }
      await expect(page.getByText(t("evaluation.sheet.total"))).toBeVisible();
      const shown = page.getByRole("region", { name: t("evaluation.sheet.label") });
      await expect(shown.getByRole("status").first()).toContainText(figure.format(totalOf(five)));
      if (looks && step === 1) await expectNoAxeViolations(page);
    } else {
      if (looks) await expect(page.getByText(t("evaluation.hints.title"))).toBeVisible();
      await press(page, page.getByRole("button", { name: t("evaluation.recusal.button") }));
      const dialog = page.getByRole("dialog");
      await tabTo(page, dialog.getByLabel(t("evaluation.recusal.reason")));
      await page.keyboard.type("Conosco chi lo ha scritto.");
      if (looks) await expectNoAxeViolations(page);
      await press(page, dialog.getByRole("button", { name: t("evaluation.recusal.confirm") }));
      const recused = t("evaluation.recusal.recused", { reason: "Conosco chi lo ha scritto." });
      await expect(page.getByText(recused)).toBeVisible();
    }
    // Move the focus out of the score form, because inside the form the letter keys select criteria.
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    const left = NAMES.length - seen.size;
    if (left > 0) await expect(title).not.toHaveText(name);
  }
  expect(seen.size).toBe(NAMES.length);

  await expect(title).toHaveText(t("evaluation.review.title"));
  await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: "12" })).toBeVisible();
  if (looks) await expectNoAxeViolations(page);
  await press(page, page.getByRole("button", { name: t("evaluation.close.button") }));
  const dialog = page.getByRole("dialog", { name: t("evaluation.close.title") });
  await expect(
    dialog.getByText(t("evaluation.close.complete", { scored: 12, recused: 1 })),
  ).toBeVisible();
  if (looks) await expectNoAxeViolations(page);
  await press(page, dialog.getByRole("button", { name: t("evaluation.close.confirm") }));
  await expect(title).toHaveText(t("evaluation.review.closedTitle"));
}

test("two evaluators score by keyboard only, and ranking and exports show the calculated results", async ({
  page,
  newVisitor,
  path,
  t,
  language,
  allowConsole,
}) => {
  test.setTimeout(420_000);
  const [first, second] = [await newEvaluator(), await newEvaluator()];
  const { year } = await seedEdition(NAMES.length, `ada@${first.email.split("@")[1]}`);
  // Remove the browser's function `showSaveFilePicker`, because its dialog is outside the page, where the test cannot
  // use it.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  const other = await newVisitor();
  const ranking = path(`/dashboard/evaluation/ranking?edition=${year}`);

  await test.step("before closing there is no ranking, and the page says why", async () => {
    await signIn(page, first);
    await page.goto(ranking);
    await expect(page.getByText(t("evaluation.ranking.notYet"))).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("both evaluators score and close", async () => {
    await Promise.all([
      work(page, t, { path, year, person: first, looks: true }, PANELS[0]!),
      work(other, t, { path, year, person: second, looks: false }, PANELS[1]!),
    ]);
  });

  await test.step("the downloaded record has the displayed hash", async () => {
    const saved = page.waitForEvent("download");
    const button = `${t("evaluation.record.download")}: ${t("evaluation.record.file")}`;
    await press(page, page.getByRole("button", { name: button }));
    const record = await bytesOf(await saved);
    const hash = createHash("sha256").update(record).digest("hex");
    await expect(page.getByText(hash)).toBeVisible();
    expect(JSON.parse(record.toString()).evaluations).toHaveLength(13);
    await expectNoAxeViolations(page);
  });

  const expected = judge(NAMES, PANELS.map(given));
  // Two totals of P03, calculated by hand: 3·8+2·9+2·6+1.5·7+1.5·8 = 76.5 and 3·4+2·5+2·2+1.5·5+1.5·5 = 41.
  const third = expected.find(({ name }) => name === "P03");
  expect([third?.mean, third?.evaluators]).toEqual([58.75, 2]);
  // Only the second evaluator has read P01. The total is 3·6+2·5+2·4+1.5·3+1.5·5 = 48.
  expect(expected.find(({ name }) => name === "P01")).toMatchObject({ mean: 48, spread: null });

  const round = (value: number) => Math.round(value * 10 + 1e-9) / 10;
  const written = new Intl.NumberFormat(language, { minimumFractionDigits: 1 });
  const show = (value: number | null) => (value === null ? "—" : written.format(round(value)));

  await test.step("the ranking shows the figures calculated in this test", async () => {
    await page.goto(ranking);
    const table = page.getByRole("table");
    await expect(table.getByRole("rowheader")).toHaveCount(13);
    for (const { name, mean, spread, evaluators, calibrated, rank, calibratedRank } of expected) {
      const row = table
        .getByRole("row")
        .filter({ has: page.getByRole("link", { name, exact: true }) });
      const cells = row.getByRole("cell");
      await expect(cells.nth(0)).toHaveText(String(calibratedRank));
      const place = (of: number | null) => t("evaluation.ranking.place", { rank: of ?? 0 });
      await expect(cells.nth(2)).toHaveText(`${show(mean)}${place(rank)}`);
      await expect(cells.nth(3)).toHaveText(`${show(calibrated)}${place(calibratedRank)}`);
      await expect(cells.nth(4)).toHaveText(spread === null ? "—" : `± ${show(spread)}`);
      await expect(cells.nth(5)).toHaveText(String(evaluators));
    }
    const apart = table.getByRole("row").filter({ hasText: t("evaluation.ranking.apart") });
    const far = expected.filter(({ spread }) => (spread ?? 0) >= 15).length;
    expect(far).toBeGreaterThan(0);
    await expect(apart).toHaveCount(far);
    const finalists = expected.filter(({ calibratedRank: rank }) => rank !== null && rank <= 6);
    const within = finalists.map(({ calibrated }) => calibrated ?? 0);
    await expect(page.getByText(t("evaluation.ranking.decides"))).toBeVisible();
    const line = t("evaluation.ranking.line", {
      stage: t("evaluation.ranking.funnel.finalist"),
      projects: within.length,
      places: 6,
      tie: String(within.length > 6),
    });
    const lined = page.getByRole("row").filter({ hasText: line });
    await expect(lined).toContainText(show(Math.min(...within)));
    await expectNoAxeViolations(page);
    await tabTo(page, page.getByLabel(t("evaluation.ranking.orderby")));
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(t("evaluation.ranking.decidesNot"))).toBeVisible();
    await expect(lined).toHaveCount(0);
  });

  const take = async (format: "list" | "scores" | "ranking" | "xlsx" | "zip") => {
    const saved = page.waitForEvent("download");
    const name = `${t("evaluation.export.download")}: ${t(`evaluation.export.${format}.title`)}`;
    await press(page, page.getByRole("button", { name }));
    return bytesOf(await saved);
  };

  await test.step("a failed export says so, and a long one can be stopped", async () => {
    allowConsole(/503|ERR_FAILED/);
    await page.route("**/wp-json/wp/v2/projects/export*", (route) =>
      route.fulfill({
        status: 503,
        json: { code: "unavailable", message: "", data: { status: 503 } },
      }),
    );
    const button = (format: "list" | "zip") => {
      const name = `${t("evaluation.export.download")}: ${t(`evaluation.export.${format}.title`)}`;
      return page.getByRole("button", { name });
    };
    await press(page, button("list"));
    await expect(page.getByText(t("errors.unavailable"))).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unroute("**/wp-json/wp/v2/projects/export*");
    // Leave the request without a response, so that only the user can stop the download.
    await page.route("**/wp-json/wp/v2/projects/export*", () => undefined);
    await press(page, button("zip"));
    await press(page, page.getByRole("button", { name: t("evaluation.export.cancel") }));
    await expect(page.getByRole("button", { name: t("evaluation.export.cancel") })).toBeHidden();
    await page.unroute("**/wp-json/wp/v2/projects/export*");
  });

  await test.step("the CSV contains the figures in the number format of its language", async () => {
    const words = JSON.parse(readFileSync(`backend/documents/messages/${language}.json`, "utf8"));
    const text = (await take("list")).toString("utf8");
    expect(text.startsWith("\ufeff")).toBe(true);
    const [head = [], ...rows] = parseCsv(text.slice(1), language === "it" ? ";" : ",");
    const lines = rows.filter((row) => row.length > 1);
    expect(lines).toHaveLength(13);
    const column = (name: string) => head.indexOf(name);
    const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false });
    const cell = (value: number | null) => (value === null ? "" : plain.format(round(value)));
    for (const wanted of expected) {
      const row =
        lines.find((line) => line[column(fieldNames(language).short.nome)] === wanted.name) ?? [];
      const mine = given(PANELS[0]!).get(wanted.name);
      expect(row[column(words.columns.my_total)]).toBe(cell(mine ? totalOf(mine) : null));
      expect(row[column(words.columns.rank)]).toBe(cell(wanted.rank));
      expect(row[column(words.columns.mean)]).toBe(cell(wanted.mean));
      expect(row[column(words.columns.spread)]).toBe(cell(wanted.spread));
      expect(row[column(words.columns.evaluators)]).toBe(cell(wanted.evaluators));
      expect(row[column(words.columns.calibrated)]).toBe(cell(wanted.calibrated));
      expect(row[column(words.columns.calibrated_rank)]).toBe(cell(wanted.calibratedRank));
    }
  });

  await test.step("the other tables contain each counted score, and the ranking in its order", async () => {
    const rowsOf = async (kind: "scores" | "ranking") =>
      parseCsv((await take(kind)).toString("utf8").slice(1), language === "it" ? ";" : ",").slice(
        1,
      );
    const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const wanted = PANELS.flatMap((panel) =>
      [...given(panel)].map(([name, five]) =>
        [name, ...five.map(String), plain.format(totalOf(five))].join(" "),
      ),
    );
    const scores = (await rowsOf("scores")).map(([, name, , ...cells]) =>
      [name, ...cells.slice(0, 6)].join(" "),
    );
    expect(scores.sort()).toEqual(wanted.sort());
    const places = (await rowsOf("ranking")).map(([place, , , name]) => [name, place]);
    expect(places.sort()).toEqual(
      expected.map(({ name, calibratedRank }) => [name, String(calibratedRank)]).sort(),
    );
  });

  await test.step("the workbook contains each project, and the archive each dossier", async () => {
    const sheets = await unzip(await take("xlsx"));
    for (const number of [1, 2, 3]) {
      const sheet = sheets.get(`xl/worksheets/sheet${number}.xml`)?.toString("utf8");
      for (const name of NAMES) expect(sheet).toContain(`>${name}</t>`);
    }
    const archive = await unzip(await take("zip"));
    const manifest = JSON.parse(archive.get("manifest.json")?.toString() ?? "{}");
    expect(manifest.projects).toHaveLength(13);
    expect([...archive.keys()].filter((name) => name.endsWith(".pdf"))).toHaveLength(13);
    await expect(
      page.getByText(t("evaluation.export.done", { size: "§" }).split("§")[0]!).last(),
    ).toBeVisible();
  });

  await test.step("a closed evaluation is read-only", async () => {
    await page.goto(ranking);
    await press(page, page.getByRole("table").getByRole("link", { name: "P03", exact: true }));
    await expect(page.getByText(t("evaluation.sheet.closed"))).toBeVisible();
    const impact = page.getByRole("group", {
      name: new RegExp(t("criteria.impact.name")),
    });
    await expect(impact.getByRole("radio", { name: "8", exact: true })).toBeDisabled();
    await expect(page.getByRole("button", { name: t("evaluation.recusal.button") })).toHaveCount(0);
    await expectNoAxeViolations(page);
  });
});
