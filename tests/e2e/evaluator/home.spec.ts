import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press } from "../../support/browser/keyboard";
import { newEvaluator, seedEdition, signIn } from "../../support/browser/visitors";

test("an evaluator's home shows the evaluation and leads to the next project", async ({
  page,
  path,
  t,
}) => {
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard"));
  const home = page.getByRole("region", { name: t("evaluation.overview.title") });
  await expect(home.getByRole("progressbar").first()).toHaveAttribute("aria-valuenow", "0");
  const next = home.getByRole("link", { name: t("evaluation.list.readNext") });
  await expect(next).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("evaluation.overview.title"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText(t("dashboard.status.empty"))).toHaveCount(0);
  await expect(page.getByText(t("dashboard.academy.title"))).toHaveCount(0);
  // While the call is open, the evaluator's overview shows until when projects can arrive.
  const said = t("evaluation.times.toCome", {
    time: "",
    date: "§",
    elided: "false",
    left: "none",
    changes: "true",
  });
  await expect(home).toContainText(said.split("§").at(-1)?.trim() ?? "");
  await expectNoAxeViolations(page);
  await press(page, next);
  await expect(page.getByRole("region", { name: t("evaluation.sheet.label") })).toBeVisible();

  await test.step("the list offers the same project and finds one by its receipt", async () => {
    await page.goto(path("/dashboard/evaluation"));
    await expect(page.getByRole("link", { name: t("evaluation.list.readNext") })).toBeVisible();
    const names = page.getByRole("table").getByRole("rowheader").getByRole("link");
    const name = await names.nth(3).innerText();
    const number = await page.evaluate(async () => {
      const { projects } = await (await fetch("/wp-json/wp/v2/projects")).json();
      return (await (await fetch(`/wp-json/wp/v2/projects/${projects[3].id}`)).json()).number;
    });
    await page.getByLabel(t("evaluation.list.search")).fill(number);
    await expect(names).toHaveText([name]);
  });

  await test.step("without an invitation its page asks for languages, sectors and conflicts", async () => {
    await page.goto(path("/dashboard/invitation"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("invitation.reader"));
    await press(page, page.getByRole("button", { name: t("invitation.readerSave") }));
    await expect(page.getByText(t("invitation.readerSaved"))).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("closing early asks first and names applications that can still arrive", async () => {
    await page.goto(path("/dashboard/evaluation/closing"));
    await press(page, page.getByRole("button", { name: t("evaluation.close.button") }));
    const dialog = page.getByRole("dialog", { name: t("evaluation.close.titleEarly") });
    await expect(dialog).toContainText(t("evaluation.close.early"));
    await expectNoAxeViolations(page);
    await press(page, dialog.getByRole("button", { name: t("evaluation.close.keepOpen") }));
  });
});

test("before an evaluation opens, all pages show its start and no score is possible", async ({
  page,
  path,
  t,
}) => {
  const { year } = await seedEdition(2, "", "", "2098-12-31T23:00:00.000Z");
  await signIn(page, await newEvaluator());
  await page.goto(path(`/dashboard/evaluation?edition=${year}`));
  const opens = /2099/;
  const progress = page.getByRole("region", { name: t("evaluation.list.progress") });
  await expect(progress).toContainText(opens);
  await expect(progress.getByRole("link")).toHaveCount(0);
  await press(page, page.getByRole("table").getByRole("link", { name: "P01", exact: true }));
  const sheet = page.getByRole("region", { name: t("evaluation.sheet.label") });
  await expect(sheet).toContainText(opens);
  for (const radio of await sheet.getByRole("radio").all()) await expect(radio).toBeDisabled();
  await expect(page.getByLabel(t("evaluation.sheet.note"), { exact: true })).toHaveJSProperty(
    "readOnly",
    true,
  );
  await expectNoAxeViolations(page);
  await page.goto(path(`/dashboard/evaluation/closing?edition=${year}`));
  await expect(page.getByText(opens)).toBeVisible();
  await expect(page.getByRole("button", { name: t("evaluation.close.button") })).toHaveCount(0);
});

test("a filter without results is removed, so that the next project stays reachable", async ({
  page,
  path,
  t,
}) => {
  const { year } = await seedEdition(3, "");
  await signIn(page, await newEvaluator());
  await page.goto(path(`/dashboard/evaluation?edition=${year}&orderby=nome&order=asc`));
  const link = page.getByRole("table").getByRole("link", { name: "P02", exact: true });
  const id = ((await link.getAttribute("href")) ?? "").split("?")[0]?.split("/").at(-1);
  await page.goto(
    path(`/dashboard/evaluation/${id}?edition=${year}&state=scored&orderby=nome&order=asc`),
  );
  await expect(page).not.toHaveURL(/state=/);
  await expect(page.getByText(t("evaluation.cockpit.place", { place: 2, total: 3 }))).toBeVisible();
  const forward = t("evaluation.cockpit.nextNamed", { name: "P03" });
  await expect(page.getByRole("link", { name: forward })).toBeVisible();
});

test("on a phone the filters are collapsed at first", async ({ page, path, t }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  const state = page.getByLabel(t("evaluation.list.filters.state"));
  const fold = page.getByRole("button", { name: t("evaluation.list.fold", { count: 0 }) });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(state).toBeHidden();
  await press(page, fold);
  await state.selectOption({ label: t("evaluation.list.states.todo") });
  await expect(
    page.getByRole("button", { name: t("evaluation.list.fold", { count: 1 }) }),
  ).toBeVisible();
  await expectNoAxeViolations(page);
});
