import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { signIn } from "../../support/browser/visitors";
import { newApplicant } from "../../support/people/applicant";

const PASSWORD = "barcone-pesca-ottone-9";

/** One of the staff's commands on the site under test. */
async function command(name: string, ...args: string[]): Promise<string> {
  const script = `backend/commands/${name}.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    script,
    ...args,
  ]);
  return stdout;
}

test("an evaluator is invited by command, chooses a password and finds the projects", async ({
  page,
  path,
  t,
  language,
  mailbox,
}) => {
  const email = `jury-${randomUUID()}@example.org`;
  const invite = ["invite", "evaluator", email, "--name", "Zoe Gay", "--language", language];
  const because = ["--reason", "browser test", "--yes"];
  await command("user", ...invite, ...because);
  const link = await mailbox.link(email, "/login/invitation");
  expect(new URL(link).pathname).toBe(path("/login/invitation"));
  // Opening the link uses nothing up: a mail scanner may have been here first.
  await page.request.get(link);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("login.invitation.title"));
  await expectNoAxeViolations(page);
  await page.getByLabel(t("account.newPassword"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t("account.repeatPassword"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: t("login.invitation.submit"), exact: true }).click();
  // Whoever has just chosen the password is not asked for it again, and is at home.
  await expect(page).toHaveURL(new RegExp(`${path("/dashboard")}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("evaluation.overview.title"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page
    .getByRole("link", { name: t("evaluation.overview.all") })
    .first()
    .click();
  await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
});

test("a decision reaches the dashboard, the timeline and the mailbox when it is released", async ({
  page,
  path,
  t,
  mailbox,
}) => {
  const applicant = await newApplicant("sent");
  const { events } = await (await applicant.api("GET", "/timeline")).json();
  const { number } = events.find(({ type }: { type: string }) => type === "sent").data;
  const year = number.slice(0, 4);
  const because = ["--anyway", "--yes", "--by", "Rita", "--reason", "browser test"];
  // A prize: it notifies nobody else, so that other tests' applicants stay as they are.
  await command("evaluation", "funnel", "select", year, "challenge_winner", number, ...because);
  // The same test in the other language may have released both at the same moment.
  await command("evaluation", "funnel", "release", year, "challenge_winner", ...because).catch(
    (error) => {
      expect(String(error)).toContain("nothing to release");
    },
  );

  await signIn(page, applicant);
  await page.goto(path("/dashboard"));
  const words = t("dashboard.timeline.decision.selected.challenge_winner");
  await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
  const timeline = page.getByRole("region", { name: t("dashboard.timeline.title") });
  await expect(timeline.getByRole("listitem").filter({ hasText: words })).toBeVisible();
  await expectNoAxeViolations(page);
  const subjects = async () => (await mailbox.all(applicant.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain("Hai vinto la sfida");
});
