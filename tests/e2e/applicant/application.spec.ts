import type { Locator } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";
import { applicationOf, newPhone } from "../../support/people/application";

test("a pasted or dropped text is cleaned in its field and saved", async ({
  page,
  path,
  t,
  context,
}) => {
  const app = applicationOf(page, t, path);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, await newAccount());
  await app.open("idea");
  const paste = async (field: Locator, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.press("Control+v");
  };
  const idea = app.field("idea");

  await idea.fill("Inizio fine");
  await idea.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7));
  await paste(idea, "prima\u000bseconda\u200b ");
  await expect(idea).toHaveValue("Inizio prima\nseconda fine");
  await idea.press("X");
  await expect(idea).toHaveValue("Inizio prima\nseconda Xfine");
  await idea.press("Control+z");
  await idea.press("Control+z");
  await expect(idea).toHaveValue("Inizio fine");

  await paste(app.field("nome"), "Filo\u0300\u000bdi\u00ad lana\u2028");
  await expect(app.field("nome")).toHaveValue("Filò di lana ");
  await paste(idea, "\u202auna frase\u202c");
  await app.saved();
  await page.reload();
  await expect(app.field("nome")).toHaveValue("Filò di lana");
  await expect(idea).toHaveValue(/una frase/);

  await test.step("a dropped text is cleaned", async () => {
    await idea.evaluate((area: HTMLTextAreaElement) => {
      area.setRangeText("Prima\u000bdopo\u200b", 0, area.value.length, "select");
      area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromDrop" }));
    });
    await expect(idea).toHaveValue("Prima\ndopo");
    expect(
      await idea.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]),
    ).toEqual([0, 10]);
  });
});

test("an applicant completes the five steps with real files, sends, changes and sends again", async ({
  page,
  path,
  t,
  language,
}) => {
  test.setTimeout(240_000);
  const app = applicationOf(page, t, path);
  const phone = newPhone();
  const account = await newAccount();
  await signIn(page, account);

  await test.step("the empty overview leads to the first step", async () => {
    await page.goto(path("/dashboard"));
    await expect(page.getByText(t("dashboard.status.empty"))).toBeVisible();
    await expect(page.getByText("0%", { exact: true })).toBeVisible();
    await expect(page.getByText(t("dashboard.editions.about.closed")).first()).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("link", { name: t("dashboard.action.empty"), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path("/dashboard/project/idea")}$`));
  });

  await test.step("step 1 is saved automatically, and Save reports to the data layer and lists missing fields", async () => {
    await app.fillIdea();
    const request = page.waitForRequest((sent) => /wp\/v2\/project/.test(sent.url()));
    await app.save();
    const body = (await request).postDataJSON();
    const events = await page.evaluate(() => (window as { dataLayer?: unknown[] }).dataLayer);
    expect(events).toEqual([
      {
        event: "application_submission",
        email: account.email,
        first_name: "Ada",
        last_name: "Riva",
        event_id: body.event_id,
      },
    ]);
    expect(body.event_id).toMatch(/^[0-9a-f]{64}$/);
    expect(body.user).toMatchObject({ email: account.email, first_name: "Ada", last_name: "Riva" });
    await expect(page.getByText(t("project.saved.partial"))).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("the applicant completes steps 2 to 4", async () => {
    await app.next("challenge");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await app.fillChallenge();
    await app.next("documents");
    await app.fillDocuments();
    await expect(app.upload("pitch").getByText(t("uploads.slides", { count: 14 }))).toBeVisible();
    await expectNoAxeViolations(page);
    await app.next("contact");
    await app.fillContact(phone);
    await expectNoAxeViolations(page);
  });

  await test.step("the team completes the application", async () => {
    await app.next("team");
    await app.addMember("Bruno Neri", newPhone());
    await app.addMember("Carla Viola", newPhone());
    await app.saved();
    await app.save();
    await expect(page.getByText(t("project.saved.completed"))).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("the completed overview leads to sending", async () => {
    await page.goto(path("/dashboard"));
    await expect(page.getByText(t("dashboard.status.completed"))).toBeVisible();
    await expect(page.getByText("100%", { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("link", { name: t("dashboard.action.completed"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("project.review.title"));
    await expect(page.getByText("Cooperativa di comunità")).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("one Send shows the receipt", async () => {
    await app
      .bar()
      .getByRole("button", { name: t("project.review.send"), exact: true })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("project.review.sentTitle"));
    const receipt = page.getByRole("region", { name: t("project.sent.label") });
    const pdf = receipt.getByRole("link", { name: /^\d{4}-\d{6}/ });
    await expect(pdf).toBeVisible();
    await expect(receipt.getByText(t("project.sent.arrived"))).toBeVisible();
    const next = receipt.getByRole("heading", { name: t("project.sent.next.title") });
    await expect(next).toBeVisible();
    const sizeOf = (heading: Locator) =>
      heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await sizeOf(next)).toBeLessThan(await sizeOf(page.getByRole("heading", { level: 1 })));
    const hash = receipt.getByText(/^[0-9a-f]{64}$/);
    await expect(hash).toBeHidden();
    await receipt.getByText(t("project.sent.hash")).click();
    await expect(hash).toBeVisible();
    const answer = await page.request.get((await pdf.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expect(answer.headers()["content-disposition"]).toContain(
      language === "en" ? "receipt-" : "ricevuta-",
    );
    await expectNoAxeViolations(page);
  });

  await test.step("the overview shows the application as sent", async () => {
    await page.goto(path("/dashboard"));
    await expect(page.getByText(t("dashboard.status.sent"), { exact: true })).toBeVisible();
    const done = page.getByRole("link", { name: t("dashboard.action.sent"), exact: true });
    await expect(done).toBeVisible();
    await expect(page.getByRole("link", { name: t("dashboard.lead.receipt") })).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("a change after sending is unsent until the applicant sends again", async () => {
    await app.open("idea");
    await app.field("nome").fill("Filò due");
    await app.saved();
    await expect(page.getByText(t("project.sentChanged.title"))).toBeVisible();
    await page.goto(path("/dashboard/project/review"));
    await app
      .bar()
      .getByRole("button", { name: t("project.review.sendAgain") })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("project.review.sentTitle"));
  });

  await test.step("the application can be withdrawn and restored", async () => {
    await page.getByRole("button", { name: t("project.sent.withdraw") }).click();
    const dialog = page.getByRole("dialog");
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: t("project.sent.withdraw") }).click();
    await expect(page.getByText(t("project.closed.title.withdrawn"))).toBeVisible();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toBeFocused();
    await page.getByRole("button", { name: t("dashboard.action.withdrawn") }).click();
    await expect(title).toHaveText(t("project.review.sentTitle"));
    await expect(title).toBeFocused();
  });
});

test("sending with missing fields reports them and links each field", async ({ page, path, t }) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await page.goto(path("/dashboard/project/review"));
  await app
    .bar()
    .getByRole("button", { name: t("project.review.send"), exact: true })
    .click();
  const gaps = page.getByRole("region", { name: t("errors.project_incomplete") });
  await expect(gaps).toBeFocused();
  await expect(gaps.getByRole("link")).toHaveCount(16);
  await expectNoAxeViolations(page);
  await gaps.getByRole("link", { name: t("fields.name.referente_telefono") }).click();
  await expect(page).toHaveURL(/\/contact#/);
  await expect(app.field("referente_telefono")).toBeFocused();
});

test("an incomplete team member and a sixth one are refused", async ({ page, path, t }) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("team");

  await page.getByRole("button", { name: t("steps.team.addFirst") }).click();
  const form = page.getByRole("group", { name: t("steps.team.newTitle") });
  await form.getByLabel(t("steps.member.name")).fill("Ada Riva");
  await form.getByRole("button", { name: t("steps.team.put") }).click();
  await expect(form.getByRole("alert")).toContainText(t("errors.project_incomplete"));
  await expect(form.getByRole("alert")).toContainText(t("steps.member.phone"));
  await expect(form.getByRole("alert")).not.toContainText(t("steps.member.name"));
  await expect(form.getByText(new RegExp(`${t("fieldErrors.required")}$`))).toHaveCount(4);
  await expectNoAxeViolations(page);
  await form.getByRole("button", { name: t("steps.team.cancel") }).click();

  for (const name of ["Ada", "Bruno", "Carla", "Dario", "Elsa"]) {
    await app.addMember(name, newPhone());
  }
  const add = page.getByRole("button", { name: t("steps.team.add"), exact: true });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await expect(add).toHaveAccessibleDescription(t("steps.team.full"));

  await test.step("the second member is edited, and the first is removed after a question", async () => {
    await page.getByRole("button", { name: new RegExp(`${t("steps.team.edit")}.*Bruno`) }).click();
    const second = page.getByRole("group", { name: t("steps.team.editTitle", { number: 2 }) });
    await second.getByLabel(t("steps.member.name")).fill("Bianca");
    await second.getByRole("button", { name: t("steps.team.change") }).click();
    await page.getByRole("button", { name: new RegExp(`${t("steps.team.remove")}.*Ada`) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: t("steps.team.remove"), exact: true }).click();
    await app.saved();
    await page.reload();
    const people = page.getByRole("main").getByRole("listitem").filter({ hasText: "CTO" });
    await expect(people).toHaveCount(4);
    await expect(people.first()).toContainText("Bianca");
  });
});

test("an invalid value is marked, left out of the save, and kept after a reload", async ({
  page,
  path,
  t,
}) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("idea");
  await app.field("nome").fill("Filò");
  await app.field("anno_costituzione").fill("20225");
  await app.field("nome").focus();
  await expect(page.getByText(t("fieldErrors.invalid_year", { firstYear: "1900" }))).toBeVisible();
  await expect(app.bar()).toContainText(t("project.state.savedBut", { time: "§" }).split("§")[1]!);
  await app
    .bar()
    .getByRole("link", { name: t("fields.label.anno_costituzione") })
    .click();
  await expect(app.field("anno_costituzione")).toBeFocused();

  await test.step("Save lists fields that were skipped, not fields of later steps", async () => {
    await app.save();
    const summary = page.getByRole("region", { name: t("errors.project_incomplete") });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link", { name: t("fields.name.industry") })).toHaveCount(0);
    await summary.getByRole("link", { name: t("fields.name.tipologia_impresa") }).click();
    await expect(app.field("tipologia_impresa")).toBeFocused();
    await expectNoAxeViolations(page);
  });

  await test.step("after a reload the text is offered for recovery", async () => {
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(app.field("anno_costituzione")).toHaveValue("");
    await expect(app.bar().getByText(t("project.state.offered"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("project.offered.take") })).toBeInViewport();
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: t("project.offered.take") }).click();
    await expect(app.field("anno_costituzione")).toHaveValue("20225");
    await app.field("anno_costituzione").fill("2025");
    await app.saved();
  });
});

test("the next step saves first, and asks only about values that cannot be saved", async ({
  page,
  path,
  t,
  language,
}) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("idea");
  const dialog = page.getByRole("dialog");

  await app.field("nome").fill("Filò");
  await app.next("challenge");
  await expect(page).toHaveURL(new RegExp(`${path("/dashboard/project/challenge")}$`));
  await expect(dialog).toBeHidden();

  // Type one key at a time. A browser lets a page ask before leaving only after real input.
  await app.field("sustainableretail_video").click();
  await app.field("sustainableretail_video").pressSequentially("ftp://video.example.org");
  // Do not wait for a navigation after the step back, because the page's leave dialog stops it.
  await page.evaluate(() => window.history.back());
  await expect(dialog).toContainText(t("project.leave.title"));
  await expect(dialog).toContainText(t("fields.label.sustainableretail_video"));
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: t("project.leave.back") }).click();
  await expect(app.field("sustainableretail_video")).toBeFocused();

  await app.next("documents");
  await dialog.getByRole("button", { name: t("project.leave.proceed") }).click();
  await expect(page).toHaveURL(new RegExp(`${path("/dashboard/project/documents")}$`));
  await app
    .bar()
    .getByRole("link", { name: t("fields.label.sustainableretail_video") })
    .click();
  await expect(app.field("sustainableretail_video")).toBeFocused();
  await expect(app.field("sustainableretail_video")).toHaveValue("ftp://video.example.org");
  await app.field("sustainableretail_video").fill("https://video.example.org");
  await app.saved();

  await test.step("a change of language keeps the text just typed", async () => {
    await app.field("obiettivi").fill("Dieci botteghe entro un anno.");
    const languages = page.getByRole("navigation", { name: t("header.languages") }).first();
    await languages.locator("a:not([aria-current])").click();
    await expect(page.locator("html")).not.toHaveAttribute("lang", language);
    await expect(page.locator("textarea").first()).toHaveValue("Dieci botteghe entro un anno.");
  });
});
