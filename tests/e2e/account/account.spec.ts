import { randomUUID } from "node:crypto";
import { alertOf, fillRegistration, REFUSED, signIn } from "../../support/browser/account-forms";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { otherCookies } from "../../support/browser/consent";

/** The cookies that a browser keeps after a sign-out: the language cookie and the device cookie. */
const KEPT = ["locale", "device"];

test("a visitor registers, confirms from the email, signs in and signs out", async ({
  page,
  context,
  path,
  t,
  mailbox,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const email = `e2e-${randomUUID()}@example.org`;
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/json|html|text/.test(type)) bodies.push(response.text().catch(() => ""));
  });

  await page.goto(path("/registration"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("registration.title"));
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await expect(page.getByRole("heading", { name: t("account.checkFields") })).toBeVisible();
  await expectNoAxeViolations(page);

  await fillRegistration(page, t, email);
  await expect(page.getByRole("status")).toHaveText(t("account.strength.4"));
  await page.getByRole("radio", { name: t("registration.interests.both") }).check();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: t("registration.submit") }).click();

  await page.waitForURL(`**${path("/thankyou-page-registration")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("registration.thanks.title"));
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: t("confirmation.resend") }).click();
  await expect(page.getByRole("status")).toContainText(t("confirmation.resent"));
  await expectNoAxeViolations(page);

  const link = await mailbox.link(email, "/registration/confirm", 2);
  expect(new URL(link).pathname).toBe(path("/registration/confirm"));
  await page.goto(link);
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: t("confirmation.submit") }).click();
  await expect(page.getByRole("region", { name: t("confirmation.done") })).toBeFocused();
  await expectNoAxeViolations(page);

  await page.goto(link);
  await expect(alertOf(page)).toContainText(t("account.linkExpired"));
  await expectNoAxeViolations(page);

  await page.goto(path("/dashboard"));
  await expect(page).toHaveURL(`${path("/login")}?next=${encodeURIComponent(path("/dashboard"))}`);
  await signIn(page, t, email);
  await page.waitForURL(`**${path("/dashboard")}`);
  await expect(page.getByRole("banner")).toContainText("Giulia Ferraro");

  const cookies = await context.cookies();
  const secrets = cookies.filter(({ httpOnly }) => httpOnly);
  expect(secrets.map(({ name }) => name).sort()).toEqual(["access", "device", "refresh"]);
  const tokens = secrets.map(({ value }) => value);
  const seen = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(seen).toContain("signed_in=1");
  const everything = [seen, await page.content(), ...(await Promise.all(bodies))].join("\n");
  for (const token of tokens) expect(everything).not.toContain(token);

  await page.goto(path("/login"));
  await expect(page).toHaveURL(path("/dashboard"));
  await page.getByRole("button", { name: t("account.signOut") }).click();
  await page.waitForURL(`**${path("/login")}`);
  expect((await otherCookies(context)).filter(({ name }) => !KEPT.includes(name))).toEqual([]);
  await page.goto(path("/dashboard/project"));
  const next = encodeURIComponent(path("/dashboard/project"));
  await expect(page).toHaveURL(`${path("/login")}?next=${next}`);
});

test("an expired access token is renewed without notice, and an ended session leads to the sign-in", async ({
  page,
  context,
  path,
  t,
  demo,
}) => {
  const { email, password } = demo("applicant");
  await page.goto(path("/login"));
  await signIn(page, t, email, password);
  await page.waitForURL(`**${path("/dashboard")}`);

  await context.clearCookies({ name: "access" });
  await page
    .getByRole("banner")
    .getByRole("link", { name: t("header.application") })
    .click();
  await page.waitForURL(`**${path("/dashboard/project")}/**`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.clearCookies({ name: "access" });
  await page.goto(path("/dashboard"));
  await expect(page).toHaveURL(path("/dashboard"));
  const names = (await otherCookies(context)).map(({ name }) => name);
  expect(names.sort()).toEqual(["access", "device", "refresh", "signed_in"]);

  // Leave the page and break the refresh cookie before the access token expires. Otherwise a request from the page
  // would renew the session.
  await page.goto("about:blank");
  const ended = (await context.cookies()).filter(({ name }) => name === "refresh");
  await context.addCookies(ended.map((cookie) => ({ ...cookie, value: "ended-elsewhere" })));
  await context.clearCookies({ name: "access" });
  await page.goto(path("/dashboard"));
  const next = encodeURIComponent(path("/dashboard"));
  await expect(page).toHaveURL(`${path("/login")}?next=${next}`);
  expect((await otherCookies(context)).map(({ name }) => name)).toEqual(["device"]);
});

test("a refused sign-in shows the failure and its reason, and keeps the typed values", async ({
  page,
  path,
  t,
  demo,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await page.goto(path("/login"));
  await expectNoAxeViolations(page);
  for (const email of [demo("applicant").email, "nobody@example.org"]) {
    await signIn(page, t, email, "not the password");
    await expect(alertOf(page)).toContainText(t("login.failed"));
    await expect(alertOf(page)).toContainText(t("errors.invalid_credentials"));
    await expect(page.getByLabel(t("account.email"))).toHaveValue(email);
    await expectNoAxeViolations(page);
  }
  await page.getByLabel(t("account.email")).fill("");
  await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
  await expect(page.getByLabel(t("account.email"))).toBeFocused();
  await expect(page.getByText(t("fieldErrors.required"))).toBeVisible();
});

test("a user with an unconfirmed address can request the email again from the sign-in", async ({
  page,
  path,
  t,
  mailbox,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const email = `e2e-${randomUUID()}@example.org`;
  await page.goto(path("/registration"));
  await fillRegistration(page, t, email);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await page.waitForURL(`**${path("/thankyou-page-registration")}`);
  await page.goto(path("/login"));
  await signIn(page, t, email);
  await expect(alertOf(page)).toContainText(t("errors.email_not_confirmed"));
  await page.getByRole("button", { name: t("confirmation.resend") }).click();
  await expect(page.getByRole("status")).toContainText(t("confirmation.resent"));
  await expectNoAxeViolations(page);
  await mailbox.newest(email, 2);
});

test("incomplete links and pages without a form explain themselves and offer a next step", async ({
  page,
  path,
  t,
}) => {
  for (const address of ["/registration/confirm", "/login/password-reset", "/login/invitation"]) {
    await page.goto(path(address));
    await expect(alertOf(page)).toContainText(t("account.linkExpired"));
    await expectNoAxeViolations(page);
  }
  await page.goto(path("/thankyou-page"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("thanks.title"));
  await expectNoAxeViolations(page);
});

test("the evaluation area is a 404 for an applicant", async ({
  page,
  path,
  t,
  demo,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const { email, password } = demo("applicant");
  await page.goto(path("/login"));
  await signIn(page, t, email, password);
  await page.waitForURL(`**${path("/dashboard")}`);
  const response = await page.goto(path("/dashboard/evaluation"));
  expect(response?.status()).toBe(404);
});
