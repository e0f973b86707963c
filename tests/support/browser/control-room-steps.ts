import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import type { Language } from "../../../contract/languages";
import type { openOwnSite } from "../servers/own-site";
import { expect, expectNoAxeViolations, type Words } from "./browser";
import type { Hands } from "./hands";

/* Performs steps in the control room with the keyboard only. */

type Site = Awaited<ReturnType<typeof openOwnSite>>;

/**
 * Marks the email about a sent application as failed, retries it in the control room, and checks that it is sent once.
 */
export async function failedMailLeavesAgain(
  page: Page,
  t: Words,
  hands: Hands,
  { mailbox, sql }: Pick<Site, "mailbox" | "sql">,
  email: string,
) {
  const before = (await mailbox.all(email)).length;
  await sql(
    `update outbox set sent_at = null, failed_at = now(), attempts = 1, last_error = 'EENVELOPE RCPT TO 550'
      where recipient = $1 and template = 'application_sent'`,
    [email],
  );
  await hands.go("mail");
  const row = page.getByRole("row").filter({ hasText: email });
  const retry = new RegExp(`^${t("staff.mails.act.retry")}`);
  const failed = row.filter({ has: page.getByRole("button", { name: retry }) });
  await hands.press(failed.getByRole("button", { name: retry }));
  await hands.make("resendMail", { count: 1 });
  await mailbox.newest(email, before + 1);
  expect(await mailbox.all(email)).toHaveLength(before + 1);
  await expect(failed).toHaveCount(0);
  await hands.settled();
}

/** Checks that an applicant gets the email of a decision exactly once. */
export async function isToldOnce(
  { mailbox }: Pick<Site, "mailbox">,
  email: string,
  template: string,
  language: Language,
) {
  const words = JSON.parse(
    readFileSync(`backend/mail/messages/selection.${language}.json`, "utf8"),
  );
  const subject = (words[template] as { subject: string }).subject.replace(
    "{programme}",
    "Slancio",
  );
  const told = async () => (await mailbox.all(email)).filter((mail) => mail.subject === subject);
  await expect.poll(async () => (await told()).length, { timeout: 30_000 }).toBe(1);
}

/** Impersonates the applicant of the open application, then returns to the application. */
export async function lookAs(
  page: Page,
  t: Words,
  hands: Hands,
  { person, reason }: { person: string; reason: string },
) {
  const named = (key: string, values = {}) => ({ name: t(key, values), exact: true });
  await hands.press(page.getByRole("button", named("staff.application.seeAs.open", { person })));
  const dialog = page.getByRole("dialog");
  await hands.type(dialog.getByRole("textbox"), reason);
  await expectNoAxeViolations(page);
  const where = page.url();
  await hands.press(dialog.getByRole("button", named("staff.application.seeAs.verb")));
  const band = page.getByRole("complementary", { name: t("staff.look.label") });
  await expect(band).toContainText(t("staff.look.as", { name: person }));
  await expectNoAxeViolations(page);
  await hands.press(band.getByRole("button", { name: t("staff.look.stop") }));
  await page.waitForURL(where);
  await expect(band).toHaveCount(0);
  await expect(page.getByText(reason)).toBeVisible();
}

/** Checks that the audit log is intact and contains actions with the given reasons. */
export async function logHolds(page: Page, t: Words, hands: Hands, reasons: readonly string[]) {
  await hands.go("log");
  const [says = ""] = t("staff.log.chain.holds", { lines: 99 }).split("99");
  await expect(page.getByText(new RegExp(says))).toBeVisible();
  await hands.settled();
  for (const reason of reasons) await expect(page.getByText(reason).first()).toBeVisible();
}

/** Changes an audit entry in the database. Checks that both the control room and the command detect the change. */
export async function alteredLineIsFound(
  page: Page,
  t: Words,
  hands: Hands,
  site: Pick<Site, "sql" | "command">,
) {
  expect(await site.command("edition", "verify-log")).toMatch(/lines are intact/);
  const [line] = await site.sql(
    `update acts set act = 'edition.open' where number =
      (select min(number) from acts where act = 'edition.extend' and level = 'web') returning number`,
  );
  const number = String((line as { number: number }).number);
  await hands.press(page.getByRole("button", { name: t("staff.log.chain.again") }));
  const broken = t("staff.log.chain.broken", { line: number });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(broken);
  await hands.settled();
  await expect(site.command("edition", "verify-log")).rejects.toThrow(number);
}
