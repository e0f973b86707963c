import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { forgetCookies } from "../../support/browser/consent";
import { press, tabTo } from "../../support/browser/keyboard";
import { openReady } from "../../support/browser/pages";
import { newAccount, newEvaluator, signIn } from "../../support/browser/visitors";

test("the list is searched, filtered, sorted and paged by keyboard, with its state in the URL", async ({
  page,
  path,
  t,
}) => {
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  const table = page.getByRole("table");
  const names = table.getByRole("rowheader").getByRole("link");
  await expect(page.getByRole("heading", { level: 1, name: t("evaluation.title") })).toBeVisible();
  await expect(names).toHaveCount(20);
  await expectNoAxeViolations(page);

  await press(page, table.getByRole("link", { name: t("evaluation.list.columns.nome") }));
  await expect(page).toHaveURL(/orderby=nome&order=asc/);
  await expect(names.first()).toHaveText("Alga Madre");
  await press(page, page.getByRole("link", { name: t("evaluation.list.page", { number: 2 }) }));
  await expect(page).toHaveURL(/page=2/);
  await expect(names.first()).not.toHaveText("Alga Madre");

  await tabTo(page, page.getByLabel(t("evaluation.list.search")));
  await page.keyboard.type("ALGHE lagune");
  await expect(page).toHaveURL(/search=/);
  await expect(page).not.toHaveURL(/page=/);
  await expect(names).toHaveText(["Alga Madre"]);
  await page.reload();
  await expect(names).toHaveText(["Alga Madre"]);
  const state = page.getByLabel(t("evaluation.list.filters.state"));
  await state.selectOption({ label: t("evaluation.list.states.scored") });
  await expect(page.getByText(t("evaluation.list.noMatch"))).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page, page.getByRole("link", { name: t("evaluation.list.clear") }));
  await expect(names).toHaveCount(20);

  await test.step("a project keeps the list from which it was opened", async () => {
    const sector = page.getByLabel(t("fields.short.industry"));
    await sector.selectOption({ label: t("options.industry-food") });
    await expect(page).toHaveURL(/industry=industry-food/);
    const rows = page.getByRole("region", { name: t("evaluation.list.caption") });
    await expect(rows).toHaveAttribute("aria-busy", "false");
    await expect(names).not.toHaveCount(20);
    const [first, second] = [await names.nth(0).innerText(), await names.nth(1).innerText()];
    await press(page, names.first());
    await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { level: 1, name: second })).toBeFocused();
    await page.keyboard.press("k");
    await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
    await press(page, page.getByRole("link", { name: t("evaluation.cockpit.backFiltered") }));
    await expect(page).toHaveURL(/industry=industry-food/);
  });
});

test("before closing, the page of the ranking says that the ranking is not open, and requests no ranking", async ({
  page,
  path,
  t,
}) => {
  await signIn(page, await newEvaluator());
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await openReady(page, path("/dashboard/evaluation/ranking"));
  await expect(page.getByText(t("evaluation.ranking.notYet"))).toBeVisible();
  expect(requests.filter((one) => one.endsWith("/projects/ranking"))).toEqual([]);
});

test("deck and video are displayed in the page", async ({ page, path, t }) => {
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation?search=alga+madre"));
  await page.getByRole("table").getByRole("link", { name: "Alga Madre" }).click();
  const deck = page.getByRole("region", { name: /alga-madre-pitch\.pdf/ });

  await test.step("the deck's pages are drawn when they become visible", async () => {
    // Repeat the scrolling, because a page that is still loading scrolls back to its top.
    await expect(async () => {
      await page
        .getByRole("heading", { name: t("evaluation.sheet.section.documents") })
        .scrollIntoViewIfNeeded();
      await expect(deck).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await deck.scrollIntoViewIfNeeded();
    const place = (number: number) => t("evaluation.deck.place", { place: number, count: 7 });
    const drawn = (number: number) =>
      deck.getByRole("img", { name: place(number) }).evaluate((canvas: HTMLCanvasElement) => {
        if (canvas.width === 0) return 0;
        const pixels = canvas
          .getContext("2d")
          ?.getImageData(0, 0, canvas.width, canvas.height).data;
        return new Set(pixels?.filter((_, index) => index % 404 === 0)).size;
      });
    await expect.poll(() => drawn(1)).toBeGreaterThan(1);
    expect(await drawn(7)).toBe(0);
    await expectNoAxeViolations(page);
    await tabTo(page, deck);
    await page.keyboard.press("End");
    await expect.poll(() => drawn(7)).toBeGreaterThan(1);
    await expect(page.getByText(place(7), { exact: true })).toBeVisible();
    await page.keyboard.press("PageUp");
    await expect(page.getByText(place(6), { exact: true })).toBeVisible();
    await page.keyboard.press("+");
    await expect(page.getByRole("group", { name: t("evaluation.deck.tools") })).toContainText(
      "150",
    );
    await page.getByRole("button", { name: t("evaluation.deck.asText") }).click();
    await expect(page.getByRole("heading", { name: place(7) })).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("an unreadable deck shows a message and can be downloaded", async () => {
    await page.route("**/files/*", (route) =>
      route.request().resourceType() === "media"
        ? route.continue()
        : route.fulfill({ contentType: "application/pdf", body: "this is no PDF" }),
    );
    await page.reload({ waitUntil: "domcontentloaded" });
    const heading = page.getByRole("heading", { name: t("evaluation.sheet.section.documents") });
    await heading.scrollIntoViewIfNeeded();
    await expect(page.getByText(t("evaluation.deck.broken"))).toBeVisible();
    await expect(page.getByRole("link", { name: "alga-madre-pitch.pdf" })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unroute("**/files/*");
  });

  await test.step("seeking in the video uses range requests", async () => {
    const video = page.locator("video");
    await video.scrollIntoViewIfNeeded();
    const source = await video.evaluate((element: HTMLVideoElement) => element.currentSrc);
    const answer = await page.request.get(source, { headers: { Range: "bytes=100-299" } });
    expect(answer.status()).toBe(206);
    expect(answer.headers()["content-range"]).toMatch(/^bytes 100-299\/\d+$/);
    expect((await answer.body()).length).toBe(200);
    const sought = await video.evaluate(
      (element: HTMLVideoElement) =>
        new Promise<number>((resolve) => {
          const seek = () => {
            element.addEventListener("seeked", () => resolve(element.currentTime), { once: true });
            element.currentTime = element.duration / 2;
          };
          if (element.readyState > 0) seek();
          else element.addEventListener("loadedmetadata", seek, { once: true });
        }),
    );
    expect(sought).toBeGreaterThan(0.5);
  });
});

test("after the session's end the evaluator signs in on the same page and loses nothing", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/401/);
  const person = await newEvaluator();
  await signIn(page, person);
  await page.goto(path("/dashboard/evaluation"));
  // Delay the response with the neighbouring projects. If only this request gets a 401, the page must stay open.
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await page.route(/\/neighbours/, async (route) => {
    await ended;
    await route.continue();
  });
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").click();
  const note = page.getByLabel(t("evaluation.sheet.note"), { exact: true });
  await expect(note).toBeVisible();
  await forgetCookies(page.context());
  const refused = page.waitForResponse(/\/neighbours/);
  end();
  expect((await refused).status()).toBe(401);
  await note.fill("Scritta dopo la scadenza");
  // Several messages have a button for signing in again. All buttons open the same dialog.
  await page
    .getByRole("button", { name: t("session.again") })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: t("session.title") });
  await expectNoAxeViolations(page);
  await dialog.getByLabel(t("session.password"), { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: t("session.signIn.save") }).click();
  const saved = t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "";
  await expect(page.getByText(saved)).toBeVisible();
  const around = page.getByRole("navigation", { name: t("evaluation.cockpit.around") });
  await expect(around.getByRole("link")).not.toHaveCount(0);
  await page.reload();
  await expect(note).toHaveValue("Scritta dopo la scadenza");
});

test("a score given in two windows is overwritten only after a choice", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/412/);
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  const link = page.getByRole("table").getByRole("rowheader").first().getByRole("link");
  const address = (await link.getAttribute("href")) ?? "";
  const other = await page.context().newPage();
  await page.goto(address);
  await other.goto(address);
  const note = (tab: Page) => tab.getByLabel(t("evaluation.sheet.note"), { exact: true });
  const saved = t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "";
  await note(page).fill("Prima finestra");
  await expect(page.getByText(saved)).toBeVisible();
  await note(other).fill("Seconda finestra");
  await expect(other.getByText(t("evaluation.conflict.title"))).toBeVisible();
  await expect(note(other)).toHaveValue("Seconda finestra");
  await expectNoAxeViolations(other);
  await other.getByRole("button", { name: t("evaluation.conflict.keepMine") }).click();
  await expect(other.getByText(saved)).toBeVisible();
  await page.reload();
  await expect(note(page)).toHaveValue("Seconda finestra");
});

test("without a connection the status says so, and the text is saved when the connection returns", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").click();
  const note = page.getByLabel(t("evaluation.sheet.note"), { exact: true });
  await expect(note).toBeVisible();
  await page.context().setOffline(true);
  await note.fill("Scritta in treno");
  await expect(page.getByText(t("evaluation.save.failed"), { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  const saved = t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "";
  await expect(page.getByText(saved)).toBeVisible();
  await page.reload();
  await expect(note).toHaveValue("Scritta in treno");
});

test("an unsaved text survives a reload of its tab", async ({ page, path, t, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  const saves = "**/wp-json/wp/v2/projects/*/evaluation*";
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").press("Enter");
  const note = page.getByLabel(t("evaluation.sheet.note"), { exact: true });
  await expect(note).toBeVisible();
  await page.route(saves, (route) => route.abort());
  await page.keyboard.press("i");
  await page.keyboard.press("7");
  await note.fill("Non ancora al sicuro");
  await expect(page.getByText(t("evaluation.save.failed"), { exact: true })).toBeVisible();
  await page.unroute(saves);
  // The browser asks before it discards unsaved text. The test confirms.
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(note).toHaveValue("Non ancora al sicuro");
  const saved = t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "";
  await expect(page.getByText(saved)).toBeVisible();
  await page.reload();
  await expect(note).toHaveValue("Non ancora al sicuro");
  const impact = page.getByRole("group", {
    name: new RegExp(t("criteria.impact.name")),
  });
  await expect(impact.getByRole("radio", { name: "7", exact: true })).toBeChecked();

  await test.step("a save whose response was lost causes no conflict with its repetition", async () => {
    allowConsole(/412/);
    await page.route(saves, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await note.fill("Arrivata, ma senza risposta");
    await expect(page.getByText(t("evaluation.save.failed"), { exact: true })).toBeVisible();
    await page.unroute(saves);
    await page.getByRole("button", { name: t("evaluation.save.retry") }).click();
    await expect(page.getByText(saved)).toBeVisible();
    await expect(page.getByText(t("evaluation.conflict.title"))).toHaveCount(0);
  });
});

test("the evaluation area is a 404 for an applicant", async ({ page, path, allowConsole }) => {
  allowConsole(/404/);
  await signIn(page, await newAccount());
  const answer = await page.goto(path("/dashboard/evaluation"));
  expect(answer?.status()).toBe(404);
});
