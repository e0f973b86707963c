import type { Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { isToldOnce } from "../../support/browser/control-room-steps";
import { type Director, directorAt, forgetKeys } from "../../support/browser/director";
import { evaluatorAt } from "../../support/people/api-evaluator";
import { type ApiApplicant, newApplicant, romeDay } from "../../support/people/applicant";
import { canOpenOwnSite, openOwnSite } from "../../support/servers/own-site";

// Use a separate site, because the test needs the setting for two-person approval and notifies applicants.
test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");

type Site = Awaited<ReturnType<typeof openOwnSite>>;
let site: Site;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await openOwnSite({ SECOND_PERSON: "release,erase", GRACE_MINUTES: "0" });
});
test.afterAll(() => site?.close());

const DARIO = "dario.conti@slancio.example";
const RITA = "rita.neri@slancio.example";
const JURY = ["anna.ferrero@slancio.example", "paolo.deangelis@slancio.example"];
const NAMES = ["Aria", "Brina", "Corte"];
const YEAR = String(Number(romeDay(0).slice(0, 4)) + 1);
const STAGE = "pre_selected";

/** Runs a command that changes data, with the reason that the audit log requires. */
const run = (script: string, ...args: string[]) =>
  site.command(script, ...args, "--reason", "browser test", "--yes");
const choose = (places: number) =>
  run("evaluation", "funnel", "select", YEAR, STAGE, "--top", String(places));

test("a release and an erasure require a proposal and a confirmation by two directors", async ({
  path,
  t,
  language,
  newVisitor,
  allowConsole,
}) => {
  test.setTimeout(480_000);
  // The browser logs expected refusals: an action without the passkey, an outdated preview, and a confirmation by the
  // proposal's author.
  allowConsole(/status of (403|412|422)/);
  const applicants: Record<string, ApiApplicant> = {};

  await test.step("a jury has closed, and one project is selected", async () => {
    await run("user", "grant", "director", RITA);
    await run("edition", "open", YEAR, "--from", romeDay(-30), "--until", romeDay(0));
    const account = { siteUrl: site.siteUrl, mailbox: site.mailbox, language };
    for (const nome of NAMES) applicants[nome] = await newApplicant("sent", nome, account);
    await run("edition", "close", YEAR);
    for (const email of JURY) {
      const juror = await evaluatorAt(site.siteUrl, email, "slancio-demo-2026");
      expect(await juror.score(NAMES.length, NAMES)).toBe(NAMES.length);
      await juror.close();
    }
    await choose(1);
  });

  const at = async (email: string) =>
    directorAt(await newVisitor(site.siteUrl), site, { email, t, path });
  const [dario, rita] = [await at(DARIO), await at(RITA)];
  const told = { count: NAMES.length };
  const releaseButton = (page: Page) =>
    page.getByRole("button", { name: t("staff.selection.release", told), exact: true });
  const waiting = (page: Page) => page.getByRole("region", { name: t("staff.act.second.waiting") });
  const decideOf = (page: Page) => page.getByRole("region", { name: t("staff.act.second.title") });
  const look = (page: Page) =>
    waiting(page).getByRole("button", { name: t("staff.act.second.look"), exact: true });
  const decided = () => site.sql("select 1 from decision_releases");
  const proposals = async () => (await site.sql("select id from proposed_acts")).length;

  async function propose(director: Director, reason: string) {
    const { page } = director;
    await director.go("selection");
    await forgetKeys(site);
    await director.press(releaseButton(page));
    const words = t("staff.act.second.step.propose", { hours: 24 });
    await expect(decideOf(page)).toContainText(words);
    const { prove } = director;
    await director.make("releaseDecisions", { reason, ...told, second: "propose", prove });
    await expect(waiting(page)).toContainText(reason);
    await director.settled();
  }

  await test.step("a proposal with a passkey executes nothing, and its author cannot confirm it", async () => {
    const { page } = dario;
    await propose(dario, "verbale del 3");
    await expect(look(page)).toHaveAttribute("aria-disabled", "true");
    await dario.press(releaseButton(page));
    await expect(decideOf(page)).toContainText(t("staff.act.second.step.wait"));
    const verb = t("staff.act.of.releaseDecisions.verb", told);
    const act = page.getByRole("dialog").getByRole("button", { name: verb, exact: true });
    await expect(act).toHaveAttribute("aria-disabled", "true");
    await dario.settled();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const post = (more: object) =>
      page.request.post("/wp-json/wp/v2/staff/selection/releases", {
        headers: { Origin: site.siteUrl },
        data: { edition: Number(YEAR), stage: STAGE, ...more },
      });
    const { plan } = await (await post({})).json();
    const alone = await post({ plan, reason: "da solo" });
    expect([alone.status(), (await alone.json()).code]).toEqual([422, "act_refused"]);
    expect([await decided(), await proposals()]).toEqual([[], 1]);
  });

  await test.step("the other director finds the proposal on Today, and a later change blocks the release", async () => {
    const { page } = rita;
    await page.goto(path("/dashboard/regia"));
    const title = t("staff.today.checks.releases_proposed.title");
    await rita.settled();
    await rita.press(page.getByRole("link", { name: title }));
    await expect(waiting(page)).toContainText(DARIO);
    await expect(waiting(page)).toContainText("verbale del 3");
    await rita.settled();
    await forgetKeys(site);
    await rita.press(look(page));
    await expect(decideOf(page)).toContainText(t("staff.act.second.step.confirm"));
    const sheet = page.getByRole("dialog");
    await rita.type(sheet.getByRole("textbox", { name: t("staff.act.reason") }), "visto");
    await choose(2);
    const verb = t("staff.act.of.releaseDecisions.verb", told);
    const button = (step: string) =>
      sheet.getByRole("button", { name: t(`staff.act.second.verb.${step}`, { verb }) });
    await rita.press(button("confirm"));
    await rita.prove();
    const changed = sheet.getByRole("alert");
    await expect(changed).toContainText(t("staff.act.nothingApplied"));
    await expect(changed.getByRole("listitem")).not.toHaveCount(0);
    // The preview differs from the preview that the first director proposed. Confirming therefore proposes the action
    // again instead of executing it.
    await expect(decideOf(page)).toContainText(t("staff.act.second.step.anew"));
    await expect(button("propose")).toBeVisible();
    await rita.settled();
    expect(await decided()).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
  });

  await test.step("the other director withdraws the proposal with a reason", async () => {
    const { page } = rita;
    const withdraw = t("staff.act.second.withdraw");
    await rita.press(waiting(page).getByRole("button", { name: withdraw, exact: true }));
    await rita.make("withdrawProposedAct", { reason: "ora sono due" });
    await expect(waiting(page)).toHaveCount(0);
    await rita.settled();
    expect(await proposals()).toBe(0);
  });

  await test.step("a proposal without confirmation for a day expires", async () => {
    await propose(dario, "adesso due");
    await site.sql(
      `update proposed_acts set proposed_at = now() - interval '24 hours', expires_at = now()`,
    );
    await rita.go("today");
    await rita.page.reload();
    const title = t("staff.today.checks.releases_proposed.title");
    await rita.settled();
    await expect(rita.page.getByText(title)).toHaveCount(0);
    await rita.go("selection");
    await expect(waiting(rita.page)).toHaveCount(0);
  });

  await test.step("a new proposal is confirmed with a passkey, and each applicant gets one email", async () => {
    await propose(rita, "giuria unanime");
    const { page, prove } = dario;
    await page.reload();
    await expect(waiting(page)).toContainText(RITA);
    await forgetKeys(site);
    await dario.press(look(page));
    const confirm = { reason: "letto con Rita", ...told, second: "confirm", prove } as const;
    await dario.make("releaseDecisions", confirm);
    await expect(waiting(page)).toHaveCount(0);
    for (const nome of NAMES) {
      const outcome = nome === "Corte" ? "not_pre_selected" : "pre_selected";
      await isToldOnce(site, String(applicants[nome]?.email), `decision_${outcome}`, language);
    }
    await dario.settled();
    expect([(await decided()).length, await proposals()]).toEqual([1, 0]);
  });

  await test.step("an erasure requires the same two directors", async () => {
    const [gone] = await site.sql(
      "update users set deactivated_at = now() where email = $1 returning id",
      ["marco.bassani@slancio.example"],
    );
    const erase = (page: Page) =>
      page.getByRole("button", { name: t("staff.person.act.erase"), exact: true });
    const { page } = dario;
    await page.goto(path(`/dashboard/regia/persone/${(gone as { id: string }).id}`));
    await dario.settled();
    await forgetKeys(site);
    await dario.press(erase(page));
    const { prove } = dario;
    const proposed = { reason: "lo ha chiesto", count: 1, second: "propose", prove } as const;
    await dario.make("erasePerson", proposed);
    await expect(waiting(page)).toContainText(t("staff.person.proposed"));
    await expect(look(page)).toHaveAttribute("aria-disabled", "true");
    await dario.settled();

    await rita.go("today");
    await rita.page.reload();
    const title = t("staff.today.checks.erasures_proposed.title");
    await rita.settled();
    await rita.press(rita.page.getByRole("link", { name: title }));
    await expect(rita.page.locator("tbody tr")).toHaveCount(1);
    await rita.settled();
    await rita.press(rita.page.getByRole("link", { name: "Marco Bassani" }));
    await expect(rita.page.getByRole("heading", { level: 1 })).toHaveText("Marco Bassani");
    await rita.settled();
    await forgetKeys(site);
    await rita.press(look(rita.page));
    const confirm = { reason: "controllato", count: 1, second: "confirm" } as const;
    await rita.make("erasePerson", { ...confirm, prove: rita.prove });
    await rita.page.waitForURL((url) => url.pathname === path("/dashboard/regia/persone"));
    expect(
      await site.sql("select 1 from users where email = 'marco.bassani@slancio.example'"),
    ).toEqual([]);
  });

  await test.step("the log has each approval", async () => {
    await rita.go("log");
    await rita.settled();
    for (const reason of ["verbale del 3", "ora sono due", "giuria unanime", "letto con Rita"]) {
      await expect(rita.page.getByText(reason).first()).toBeVisible();
    }
    expect(await site.command("edition", "verify-log")).toMatch(/lines are intact/);
  });
});
