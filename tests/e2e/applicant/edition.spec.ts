import { isElided } from "@/lib/i18n/is-elided";
import { expect, pathIn, test, wordsOf } from "../../support/browser/browser";
import { expectSound } from "../../support/browser/pages";
import { signIn } from "../../support/browser/visitors";
import { editionCommand, newApplicant, romeDay } from "../../support/people/applicant";

// These tests change the edition that all tests share. They run after all other tests, one after the other.
test.describe.configure({ mode: "default" });

const YEAR = romeDay(0).slice(0, 4);
const PAGES = ["/dashboard", "/dashboard/project/idea", "/dashboard/project/review"];

test.afterEach(async () => {
  await editionCommand("open", YEAR, "--from", romeDay(-90), "--until", romeDay(40));
  await editionCommand("after-sending", YEAR, "editable_until_deadline");
});

for (const language of ["it", "en"] as const) {
  test.describe(language, () => {
    test.use({ language, locale: language === "it" ? "it-IT" : "en-GB" });
    const t = wordsOf(language);
    const at = (place: string) => pathIn(language, place);

    test(`a closed call is read-only for sent and unsent applications, and open for one with an extension (${language})`, async ({
      page,
      newVisitor,
      allowConsole,
    }) => {
      test.setTimeout(240_000);
      allowConsole(/403/);
      const unsent = await newApplicant("complete");
      const stale = await newApplicant("sent");
      await stale.api("POST", "", { nome: "Filò due" });
      const extended = await newApplicant("begun");
      await editionCommand("extend", extended.email, "--until", romeDay(60));
      await signIn(page, unsent);
      await page.goto(at("/dashboard/project/idea"));
      await editionCommand("open", YEAR, "--from", romeDay(-90), "--until", romeDay(-2));

      await test.step("an applicant who types at the deadline gets a message, and the whole page is closed", async () => {
        page.on("dialog", (dialog) => dialog.accept());
        await page.getByLabel(t("fields.label.nome"), { exact: true }).fill("Troppo tardi");
        await expect(
          page.getByText(t("project.closed.title.deadline_passed"), { exact: true }),
        ).toBeVisible();
        const words = { midnight: "true", time: "24:00", date: "§" };
        const [closed = ""] = t("dashboard.deadline.closed", words).split("§");
        await expect(page.getByRole("complementary")).toContainText(closed);
      });

      await test.step("the public page and the private area show the same last day", async () => {
        const lastDay = new Date(Date.now() - 2 * 86_400_000);
        const [day, month] = ["day", "month"].map((part) =>
          new Intl.DateTimeFormat(language, {
            timeZone: "Europe/Rome",
            [part]: part === "day" ? "numeric" : "long",
          }).format(lastDay),
        );
        await page.goto(at("/call-for-ideas"));
        const closes = `${day} ${month}`;
        const closesElided = isElided(closes);
        const closed = t("countdown.callStatus.closed", { closes, closesElided });
        await expect(page.getByText(closed).first()).toBeVisible();
        await page.goto(at("/dashboard"));
        await expect(page.getByText(/24:00|midnight/).first()).toContainText(`${day} ${month}`);
      });

      await expect(page.getByText(t("dashboard.status.expired"), { exact: true })).toBeVisible();
      for (const place of PAGES) {
        await page.goto(at(place));
        await expect(page.getByText(t("project.unsent.title"), { exact: true })).toBeHidden();
        if (place !== "/dashboard")
          await expect(
            page.getByText(t("project.closed.title.deadline_passed"), { exact: true }),
          ).toBeVisible();
        await expectSound(page);
      }
      await expect(page.getByRole("button", { name: t("project.review.send") })).toHaveCount(0);

      const other = await newVisitor();
      await signIn(other, stale);
      await other.goto(at("/dashboard"));
      await expect(other.getByText(t("dashboard.lead.sentStale"))).toBeVisible();
      await expectSound(other);

      const late = await newVisitor();
      await signIn(late, extended);
      await late.goto(at("/dashboard"));
      await expect(late.getByText(t("dashboard.editions.about.extended"))).toBeVisible();
      await late.goto(at("/dashboard/project/idea"));
      await late.getByLabel(t("fields.label.nome"), { exact: true }).fill("In tempo");
      const saved = t("project.state.saved", { time: "§" }).split("§")[0] ?? "";
      await expect(late.getByText(new RegExp(`^${saved.trim()}`)).first()).toBeVisible();
      await expectSound(late);
    });

    test(`an application is closed before the call opens and when it is locked after sending (${language})`, async ({
      page,
      newVisitor,
    }) => {
      test.setTimeout(240_000);
      const sent = await newApplicant("sent");
      const begun = await newApplicant("begun");
      await editionCommand("after-sending", YEAR, "locked");
      await signIn(page, sent);
      await page.goto(at("/dashboard/project/idea"));
      await expect(
        page.getByText(t("project.closed.title.locked_after_sending"), { exact: true }),
      ).toBeVisible();
      await expect(page.getByLabel(t("fields.label.nome"), { exact: true })).not.toBeEditable();
      for (const place of PAGES) {
        await page.goto(at(place));
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectSound(page);
      }

      await editionCommand("open", YEAR, "--from", romeDay(2), "--until", romeDay(40));
      const early = await newVisitor();
      await signIn(early, begun);
      await early.goto(at("/dashboard"));
      await expect(
        early.getByText(t("dashboard.status.not_yet_open"), { exact: true }),
      ).toBeVisible();
      for (const place of PAGES) {
        await early.goto(at(place));
        await expect(early.getByRole("heading", { level: 1 })).toBeVisible();
        await expectSound(early);
      }
      await expect(early.getByRole("heading", { level: 1 })).toHaveText(
        t("project.review.earlyTitle"),
      );
      const day = new Intl.DateTimeFormat(language, { timeZone: "Europe/Rome", day: "numeric" });
      const opens = day.format(new Date(Date.now() + 2 * 86_400_000));
      await expect(
        early.getByText(t("project.closed.title.not_yet_open")).locator(".."),
      ).toContainText(opens);
      await expect(early.getByText(t("project.review.required"), { exact: true })).toHaveCount(15);
      await expect(early.getByText(t("project.review.gapClosed"), { exact: true })).toHaveCount(0);
    });
  });
}
