import { randomUUID } from "node:crypto";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { handsOn } from "../../support/browser/hands";
import { becomeStaff } from "../../support/browser/staff";
import { newAccount, ownAddress, wearOff } from "../../support/browser/visitors";

const PEOPLE = "/dashboard/regia/persone";
const REQUESTS = `${PEOPLE}/richieste`;
const SITE = new URL(process.env.E2E_BASE_URL ?? "http://localhost").origin;
const newAddress = () => `e2e-${randomUUID()}@example.org`;

test("an address is corrected with re-authentication, and its old and new owner get emails", async ({
  page,
  path,
  t,
  language,
  mailbox,
  newVisitor,
  allowConsole,
}) => {
  test.setTimeout(120_000);
  // The browser logs expected refusals: adding an authenticator app and, later, the correction require
  // re-authentication. The preview of an incomplete email address is refused.
  allowConsole(/status of (401|403|422)/);
  const name = { first_name: "Nadia", last_name: "Serra" };
  const person = await newAccount({ language, name });
  const right = newAddress();
  const { app, email: staff } = await becomeStaff(page, { path, t });
  await wearOff(staff);
  await page.goto(`${path(PEOPLE)}?search=${person.email}`);
  const hands = handsOn(page, t, path);
  await hands.press(page.getByRole("link", { name: "Nadia Serra" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nadia Serra");
  await hands.settled();
  const correct = page.getByRole("button", { name: t("staff.person.act.correct"), exact: true });
  await hands.press(correct);
  await hands.make("correctEmail", {
    fields: { "correct-email": right },
    reason: "lo scrive dalla nuova",
    count: 1,
    prove: async () => {
      const proof = page.getByRole("dialog", { name: t("profile.proof.title") });
      await hands.type(proof.getByLabel(t("profile.proof.code")), await app.code());
      await page.keyboard.press("Enter");
      await expect(proof).toHaveCount(0);
    },
  });
  await expect(page.getByText(t("staff.act.of.correctEmail.done")).first()).toBeVisible();
  await hands.settled();
  await page.reload();
  await expect(page.getByText(person.email).first()).toBeVisible();

  const elsewhere = await newVisitor();
  const follow = async (link: string, done: string) => {
    await elsewhere.goto(link);
    await elsewhere.getByRole("button", { name: t("login.newEmail.submit") }).click();
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(t(done));
  };
  await follow(await mailbox.link(right, "/login/email-change"), "login.newEmail.changed.title");
  await page.reload();
  await expect(page.getByText(right).first()).toBeVisible();
  await follow(
    await mailbox.link(person.email, "/login/email-change", 2),
    "login.newEmail.taken_back.title",
  );
  await page.reload();
  await expect(page.getByText(person.email).first()).toBeVisible();
});

test("a data request is added on a person's page, extended, answered, and found in its list", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  test.setTimeout(120_000);
  allowConsole(/status of (401|403)/);
  const person = await newAccount({ name: { first_name: "Luca", last_name: "Pavan" } });
  await becomeStaff(page, { path, t });
  const hands = handsOn(page, t, path);
  await page.goto(`${path(PEOPLE)}?search=${person.email}`);
  await hands.press(page.getByRole("link", { name: "Luca Pavan" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Luca Pavan");
  await hands.settled();
  const add = page.getByRole("button", { name: t("staff.person.act.request"), exact: true });
  await hands.press(add);
  const kind = page.getByRole("dialog").locator("[name=request-kind]");
  await kind.selectOption("portability");
  await hands.make("openRequest", { reason: "scrive il 3", count: 1 });
  const arc = page.getByRole("region", { name: t("staff.person.request.portability") });
  await expect(arc).toContainText("scrive il 3");
  await hands.settled();

  await page.goto(`${path(REQUESTS)}?search=${person.email}`);
  const row = page.getByRole("row").filter({ hasText: person.email });
  await expect(row).toContainText(t("staff.person.request.portability"));
  const press = (act: "extend" | "answer") =>
    hands.press(row.getByRole("button", { name: t(`staff.person.act.${act}`), exact: true }));
  await press("extend");
  await hands.make("extendRequest", { reason: "molti file", count: 1 });
  await expect(row).toContainText("molti file");
  await press("answer");
  await hands.make("answerRequest", { reason: "mandati i dati", count: 1 });
  await expect(row).toHaveCount(0);
  await page.goto(`${path(REQUESTS)}?state=answered&search=${person.email}`);
  await expect(row).toContainText("mandati i dati");
  await hands.settled();
});

test("an address known only from a whitepaper request is erased from the screen completely", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  test.setTimeout(120_000);
  allowConsole(/status of (401|403)/);
  const email = newAddress();
  const asked = await fetch(`${SITE}/wp-json/wp/v2/whitepaper_requests`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...ownAddress() },
    body: JSON.stringify({
      ...{ email, first_name: "Lea", last_name: "Torri", company: "Filò", role: "CEO" },
      privacy: true,
    }),
  });
  expect(asked.ok).toBe(true);
  await becomeStaff(page, { path, t }, "director");
  const hands = handsOn(page, t, path);
  await page.goto(`${path(`${PEOPLE}/whitepaper`)}?search=${email}`);
  const row = page.getByRole("row").filter({ hasText: email });
  await hands.press(row.getByRole("button", { name: new RegExp(t("staff.person.act.requestOf")) }));
  await page.getByRole("dialog").locator("[name=request-kind]").selectOption("erasure");
  await hands.make("openRequestFrom", { reason: "lo chiede per email", count: 1 });
  await hands.settled();

  await page.goto(`${path(REQUESTS)}?search=${email}`);
  await expect(row).toContainText(t("staff.requests.noAccount"));
  const erase = row.getByRole("button", { name: t("staff.person.act.eraseAddress"), exact: true });
  await hands.press(erase);
  await expect(page.getByRole("dialog")).toContainText(
    t("staff.act.effect.goes_whitepaper", { count: 1 }),
  );
  await hands.make("eraseAddress", { reason: "chi lo legge lo chiede", count: 1 });
  await expect(row).toHaveCount(0);
  await hands.settled();
  for (const list of [`${PEOPLE}/whitepaper`, REQUESTS]) {
    await page.goto(`${path(list)}?search=${email}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expect(row).toHaveCount(0);
  }
  await hands.go("log");
  await expect(page.getByText("chi lo legge lo chiede").first()).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expectNoAxeViolations(page);
});
