import { LANGUAGES } from "@/contract/languages";
import {
  expect,
  expectNoAxeViolations,
  pathIn,
  test,
  wordsOf,
} from "../../support/browser/browser";
import { command, signIn } from "../../support/browser/visitors";
import { newApplicant } from "../../support/people/applicant";

// Run these tests last and one after the other, because a release of decisions blocks later extensions of the deadline.
test.describe.configure({ mode: "default" });

for (const language of LANGUAGES) {
  test(`a released decision reaches the dashboard, the timeline and the mailbox (${language})`, async ({
    page,
    mailbox,
  }) => {
    const t = wordsOf(language);
    const applicant = await newApplicant("sent");
    const { events } = await (await applicant.api("GET", "/timeline")).json();
    const { number } = events.find(({ type }: { type: string }) => type === "sent").data;
    const year = number.slice(0, 4);
    const because = ["--anyway", "--yes", "--by", "Rita", "--reason", "browser test"];
    // Use a prize as the decision. It notifies only its winner, so other tests' applicants are not affected.
    await command("evaluation", "funnel", "select", year, "challenge_winner", number, ...because);
    await command("evaluation", "funnel", "release", year, "challenge_winner", ...because);

    await signIn(page, applicant);
    await page.goto(pathIn(language, "/dashboard"));
    const words = t("dashboard.timeline.decision.selected.challenge_winner");
    await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
    const timeline = page.getByRole("region", { name: t("dashboard.timeline.title") });
    await expect(timeline.getByRole("listitem").filter({ hasText: words })).toBeVisible();
    await expectNoAxeViolations(page);
    const subjects = async () => (await mailbox.all(applicant.email)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain("Hai vinto la sfida");
  });
}
