import { randomUUID } from "node:crypto";
import { fillRegistration, PASSWORD, signIn } from "../../support/browser/account-forms";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";

test("a new user gets from the call's button to the first step, also on another device", async ({
  page,
  path,
  t,
  mailbox,
  newVisitor,
}) => {
  const email = `e2e-${randomUUID()}@example.org`;
  const project = path("/dashboard/project");
  const going = `next=${encodeURIComponent(project)}`;
  await page.goto(path("/"));
  await page
    .getByRole("main")
    .getByRole("link", { name: t("countdown.callAction.open") })
    .first()
    .click();
  await expect(page).toHaveURL(`${path("/registration")}?${going}`);
  await expect(page.getByText(t("registration.toContinue"))).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole("link", { name: t("registration.login"), exact: true }).click();
  await expect(page).toHaveURL(`${path("/login")}?${going}`);
  await page.getByRole("link", { name: t("login.register"), exact: true }).click();
  await expect(page).toHaveURL(`${path("/registration")}?${going}`);

  // Register with a wrong email address. The next page shows this address, and the form keeps the other values.
  await fillRegistration(page, t, `wrong-${email}`);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await page.waitForURL(`**${path("/thankyou-page-registration")}`);
  await expect(page.getByText(`wrong-${email}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: /^(Cambialo|Change it)$/ }).click();
  await expect(page).toHaveURL(`${path("/registration")}?${going}`);
  await expect(page.getByLabel(t("registration.firstName"), { exact: true })).toHaveValue("Giulia");
  await expect(page.getByLabel(t("account.email"))).toHaveValue(`wrong-${email}`);
  await expect(page.getByLabel(t("account.password"), { exact: true })).toHaveValue("");
  await fillRegistration(page, t, email);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  const elsewhere = await newVisitor();
  await elsewhere.goto(await mailbox.link(email, "/registration/confirm"));
  await elsewhere.getByRole("button", { name: t("confirmation.submit") }).click();
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(t("confirmation.done"));
  await expect(elsewhere.getByRole("heading", { name: t("confirmation.title") })).toHaveCount(0);
  await elsewhere.getByRole("link", { name: t("account.toLogin") }).click();
  await expect(elsewhere).toHaveURL(`${path("/login")}?${going}`);
  await signIn(elsewhere, t, email, PASSWORD);
  await elsewhere.waitForURL(`**${project}/**`);
  const first = elsewhere.getByLabel(t("fields.label.nome"), { exact: true });
  await expect(first).toBeVisible();

  for (const size of [
    { width: 390, height: 844 },
    { width: 1366, height: 768 },
  ]) {
    await elsewhere.setViewportSize(size);
    await elsewhere.reload();
    await expect(elsewhere.getByText(t("steps.before.title"))).toBeVisible();
    await expect(elsewhere.getByText(t("steps.before.who"))).toBeHidden();
    await expect(first).toBeInViewport({ ratio: 1 });
  }

  await test.step("the names of the steps keep a distance from each other", async () => {
    const steps = elsewhere.getByRole("navigation", { name: t("steps.nav") }).getByRole("link");
    const boxes = await steps.evaluateAll((links) =>
      links.map((link) => {
        const words = document.createRange();
        words.selectNodeContents(link);
        const seen = [...words.getClientRects()].filter(({ width }) => width > 1);
        return {
          left: Math.min(...seen.map(({ left }) => left)),
          right: Math.max(...seen.map(({ right }) => right)),
        };
      }),
    );
    expect(boxes).toHaveLength(5);
    for (const [index, { left }] of boxes.entries())
      if (index > 0) expect(left - (boxes[index - 1]?.right ?? left)).toBeGreaterThanOrEqual(20);
  });
});
