import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { tabTo } from "../../support/browser/keyboard";
import { expectSound } from "../../support/browser/pages";
import { newAccount, signIn } from "../../support/browser/visitors";
import { pdf, video } from "../../support/made-files/files";
import {
  type ApiApplicant,
  editionCommand,
  newApplicant,
  romeDay,
} from "../../support/people/applicant";
import { applicationOf, beginning } from "../../support/people/application";

const PAGES = ["/dashboard", "/dashboard/project/idea", "/dashboard/edit-profile"];

test("each page shows the next action for a complete, sent and changed application, by keyboard only", async ({
  page,
  path,
  t,
}) => {
  test.setTimeout(240_000);
  const applicant = await newApplicant("complete");
  await signIn(page, applicant);

  for (const place of [...PAGES, "/dashboard/project/review"]) {
    await page.goto(path(place));
    // The overview has a different message about the application than the other pages.
    const words = place === "/dashboard" ? "dashboard.lead.completed" : "project.unsent.title";
    await expect(page.getByText(t(words), { exact: true })).toHaveCount(1);
    await expect(page.getByText(t(words), { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/^[^·]+ · [^·]+$/);
    await expectSound(page);
  }

  await test.step("the applicant gets from the overview to the receipt without a mouse", async () => {
    await page.goto(path("/dashboard"));
    await tabTo(
      page,
      page.getByRole("link", { name: t("dashboard.action.completed"), exact: true }),
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/review$/);
    const send = page.getByRole("button", { name: t("project.review.send"), exact: true });
    await tabTo(page, send);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("project.review.sentTitle"));
    await expect(page.getByText(t("project.unsent.title"), { exact: true })).toBeHidden();
    await expectSound(page);
  });

  await test.step("the timeline shows the sending, its email, the files and the dates", async () => {
    await page.goto(path("/dashboard"));
    const past = page.getByRole("region", { name: t("dashboard.timeline.title") });
    const { events } = await timelineOf(applicant);
    const { number } = events.find(({ type }) => type === "sent")?.data ?? {};
    await expect(past.getByText(t("dashboard.timeline.event.sent"), { exact: true })).toBeVisible();
    await expect(
      past.getByText(t("dashboard.timeline.event.receipt", { number: String(number) }), {
        exact: true,
      }),
    ).toBeVisible();
    await expect(past.getByText("filo-pitch.pdf")).toBeVisible();
    const next = page.getByRole("region", { name: t("dashboard.timeline.next") });
    await expect(next.getByText(t("dashboard.timeline.date.deadline"))).toBeVisible();
    await expect(next.getByText(t("dashboard.timeline.date.winners"))).toBeVisible();
    await expect
      .poll(async () => (await timelineOf(applicant)).events.map(({ type }) => type))
      .toContain("mail_sent");
    await page.reload();
    await expect(past.getByText(t("dashboard.timeline.event.mail_sent"))).toBeVisible();
    await expectSound(page);
  });

  await test.step("each page shows a change after sending", async () => {
    await applicant.api("POST", "", { nome: "Filò due" });
    for (const place of PAGES) {
      await page.goto(path(place));
      // The overview has a different message about the application than the other pages.
      const words =
        place === "/dashboard" ? "dashboard.status.sent_changed" : "project.sentChanged.title";
      await expect(page.getByText(t(words), { exact: true })).toBeVisible();
      await expectSound(page);
    }
  });

  await test.step("a withdrawn application offers only its restoration", async () => {
    await applicant.api("DELETE");
    await page.goto(path("/dashboard"));
    await expect(page.getByText(t("dashboard.status.withdrawn"), { exact: true })).toBeVisible();
    await expectSound(page);
    await page.goto(path("/dashboard/project/idea"));
    await expect(
      page.getByText(t("project.closed.title.withdrawn"), { exact: true }),
    ).toBeVisible();
    await expectSound(page);
    await page.goto(path("/dashboard"));
    await tabTo(page, page.getByRole("button", { name: t("dashboard.action.withdrawn") }));
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("dashboard.status.sent_changed"), { exact: true })).toBeVisible();
  });
});

test("an unsent application can be deleted and restored", async ({ page, path, t }) => {
  await signIn(page, await newApplicant("begun"));
  await page.goto(path("/dashboard/project/review"));
  await page.getByRole("button", { name: t("project.delete.withdraw") }).click();
  const dialog = page.getByRole("dialog", { name: t("project.delete.withdrawTitle") });
  await expect(dialog).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: t("project.delete.withdraw") }).click();
  const restore = page.getByRole("button", { name: t("dashboard.action.withdrawn") });
  await expect(restore.first()).toBeVisible();
  await expect(page.getByRole("button", { name: t("project.delete.withdraw") })).toBeHidden();
  await restore.first().click();
  await expect(page.getByRole("button", { name: t("project.delete.withdraw") })).toBeVisible();
});

test("a sending and a new deadline in one tab reach the other tab", async ({ page, path, t }) => {
  const applicant = await newApplicant("complete");
  await signIn(page, applicant);
  await page.goto(path("/dashboard"));
  await expect(page.getByText(t("dashboard.status.completed"), { exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(path("/dashboard/project/review"));
  await other.getByRole("button", { name: t("project.review.send"), exact: true }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(t("project.review.sentTitle"));
  await expect(page.getByText(t("dashboard.status.sent"), { exact: true })).toBeVisible();

  await editionCommand("extend", applicant.email, "--until", romeDay(60));
  await other.goto(path("/dashboard"));
  const extended = beginning(t("dashboard.deadline.extended", { date: "§" }));
  await expect(other.getByText(extended)).toBeVisible();
  await expect(page.getByText(extended)).toBeVisible();
  await expect(
    page.getByText(t("dashboard.timeline.event.extended"), { exact: true }),
  ).toBeVisible();
  await expectSound(page);
});

test("a computer whose clock is a day off counts down with the server's clock", async ({
  page,
  newVisitor,
  path,
  t,
}) => {
  const applicant = await newApplicant("begun");
  const wrong = await newVisitor();
  await wrong.clock.setSystemTime(new Date(Date.now() + 86_400_000));
  const left = async (of: typeof page) => {
    await signIn(of, applicant);
    await of.goto(path("/dashboard/project/idea"));
    const sentence = of.getByText(beginning(t("dashboard.deadline.title"))).locator("..");
    await expect(sentence.locator("strong")).toBeVisible();
    return (await sentence.locator("strong").innerText()).split(/\D+/)[0];
  };
  expect(await left(wrong)).toBe(await left(page));
  expect(await wrong.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 80_000_000);
});

test("unsaved text is offered after a reload and deleted after signing out", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load resource/);
  const app = applicationOf(page, t, path);
  const account = await newAccount();
  await signIn(page, account);
  await app.open("idea");
  await page.route("**/wp-json/wp/v2/project*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await app.field("nome").fill("Filò nella scheda");
  await expect(app.bar().getByRole("alert")).toBeVisible();
  await expectSound(page);
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(app.field("nome")).toHaveValue("");
  await page.getByRole("button", { name: t("project.offered.take") }).click();
  await expect(app.field("nome")).toHaveValue("Filò nella scheda");
  await page.getByRole("button", { name: t("account.signOut") }).click();
  const leave = page.getByRole("dialog");
  if (await leave.isVisible()) await leave.getByRole("button").last().click();
  await page.waitForURL(`**${path("/login")}`);
  await signIn(page, account);
  await app.open("idea");
  await expect(page.getByText(t("project.offered.title"))).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("nella scheda");
});

test("the browser refuses a deck and a video that are too long before the first byte", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  // The browser logs the upload that the server refuses at the end of the test.
  allowConsole(/422/);
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("documents");
  let uploads = 0;
  page.on("request", (sent) => {
    if (sent.url().includes("/project/files") && sent.method() === "POST") uploads += 1;
  });
  await app.fileInput("pitch").setInputFiles({
    name: "troppe.pdf",
    mimeType: "application/pdf",
    buffer: await pdf({ pages: 21 }),
  });
  await expect(
    app.upload("pitch").getByText(t("uploads.foundSlides", { found: 21, hidden: 0, max: 20 })),
  ).toBeVisible();
  await app.fileInput("video").setInputFiles({
    name: "lungo.mp4",
    mimeType: "video/mp4",
    buffer: video("long-121.mp4"),
  });
  await expect(
    app.upload("video").getByText(t("uploads.foundLength", { found: "2:01", max: "2:00" })),
  ).toBeVisible();
  expect(uploads).toBe(0);
  await expectNoAxeViolations(page);
  // The browser cannot play this video and measure its length, so the server measures it.
  await app.fileInput("video").setInputFiles({
    name: "lungo.avi",
    mimeType: "video/x-msvideo",
    buffer: video("long-121.avi"),
  });
  await expect.poll(() => uploads).toBe(1);
  await expect(app.upload("video")).toContainText("lungo.avi");
  await expect(
    app.upload("video").getByText(t("uploads.foundLength", { found: "2:01", max: "2:00" })),
  ).toBeVisible();
});

async function timelineOf({ api }: ApiApplicant) {
  const response = await api("GET", "/timeline");
  return (await response.json()) as {
    events: { type: string; data: Record<string, string | number> }[];
  };
}
