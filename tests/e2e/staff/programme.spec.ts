import { randomUUID } from "node:crypto";
import { letterField } from "../../../contract/staff/letters";
import { expect, test } from "../../support/browser/browser";
import {
  alteredLineIsFound,
  failedMailLeavesAgain,
  isToldOnce,
  logHolds,
  lookAs,
} from "../../support/browser/control-room-steps";
import { enterDemo, handsOn } from "../../support/browser/hands";
import { sayNo, sayYesWithLess } from "../../support/browser/invited";
import { evaluatorAt } from "../../support/people/api-evaluator";
import { type ApiApplicant, newApplicant, romeDay } from "../../support/people/applicant";
import { canOpenOwnSite, openOwnSite } from "../../support/servers/own-site";

// Use a separate site, because the test changes the edition and closes every evaluation.
test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");

type Site = Awaited<ReturnType<typeof openOwnSite>>;
let site: Site;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await openOwnSite();
});
test.afterAll(() => site?.close());

const PASSWORD = "tramonto-lampada-viola";
const DEMO_PASSWORD = "slancio-demo-2026";
const [STAFF, DIRECTOR] = ["rita.neri@slancio.example", "dario.conti@slancio.example"];
const JURY = ["anna.ferrero@slancio.example", "paolo.deangelis@slancio.example"];
const SENT = ["Aria", "Brina", "Corte", "Duna"];
const EXTENDED = ["Vela", "Molo", "Prova"];
const NAMES = [...SENT, ...EXTENDED];
const READINGS = 2;

test("a whole programme is run from the control room without a pointer, from its dates to its log", async ({
  path,
  t,
  language,
  newVisitor,
}) => {
  test.setTimeout(480_000);
  const page = await newVisitor(site.siteUrl);
  await enterDemo(page, site, STAFF);
  const hands = handsOn(page, t, path);
  const title = page.getByRole("heading", { level: 1 });
  const row = (words: string) => page.getByRole("row").filter({ hasText: words });
  const button = (key: string, values = {}) =>
    page.getByRole("button", { name: t(key, values), exact: true });
  const tab = (key: string) => page.getByRole("link", { name: new RegExp(`^${t(key)}`) });
  const year = Number(romeDay(0).slice(0, 4)) + 1;
  const [less, no] = ["less", "no"].map((who) => `${who}-${randomUUID()}@example.org`);
  const applicants: Record<string, ApiApplicant> = {};

  await test.step("the next edition is prepared and then opened until tonight", async () => {
    await page.goto(path("/dashboard/regia"));
    await hands.go("edition");
    await hands.press(button("staff.dates.acts.clone.open"));
    await hands.make("cloneEdition", { reason: "anno nuovo" });
    await expect(title).toHaveText(t("staff.dates.title", { year: String(year) }));
    const prepared = t("staff.dates.notice.prepared", { year: String(year - 1) });
    await expect(page.getByText(prepared)).toBeVisible();
    await hands.press(button("staff.dates.acts.open.open"));
    const fields = { from: romeDay(-30), until: romeDay(0) };
    await hands.make("openEdition", { fields, reason: "si parte" });
    await expect(page.getByText(t("staff.dates.state.open"), { exact: true })).toBeVisible();
    await expect(page.getByText(prepared)).toHaveCount(0);
    const editions = page.getByRole("combobox", { name: t("staff.edition") });
    await expect(editions).toHaveValue(String(year));
    await hands.settled();
  });

  /** Opens the page that an evaluator's invitation email links to. */
  async function invited(email: string) {
    const visitor = await newVisitor(site.siteUrl);
    await visitor.goto(await site.mailbox.link(email, "/login/invitation"));
    return visitor;
  }

  await test.step("of two invited evaluators one accepts fewer projects and one declines", async () => {
    await hands.go("evaluators");
    await hands.press(button("staff.evaluators.act.invite"));
    const dialog = page.getByRole("dialog");
    await expect(dialog.locator("[name=people]")).toBeFocused();
    const people = `Ugo Meno <${less}>\nNora Nidi <${no}>`;
    await hands.make("inviteEvaluators", { fields: { people }, reason: "giuria", count: 2 });
    for (const email of [less, no]) await expect(row(String(email))).toBeVisible();

    const capacity = { capacity: READINGS, password: PASSWORD };
    await sayYesWithLess(await invited(String(less)), t, capacity);
    await sayNo(await invited(String(no)), t, "Parto a marzo.");

    await page.reload();
    await expect(row(String(less))).toContainText(
      t("staff.evaluators.capacity", { capacity: READINGS }),
    );
    await expect(row(String(less))).toContainText(t("staff.evaluators.state.to_begin"));
    await expect(row(String(no))).toContainText("Parto a marzo.");
    await hands.press(tab("staff.evaluators.tab.declined"));
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await hands.settled();
  });

  await test.step("applicants send applications", async () => {
    const account = { siteUrl: site.siteUrl, mailbox: site.mailbox, language };
    const parts = [
      ...SENT.map((nome) => [nome, "sent"] as const),
      ...EXTENDED.map((nome) => [nome, nome === "Prova" ? "begun" : "complete"] as const),
    ];
    for (const [nome, part] of parts) applicants[nome] = await newApplicant(part, nome, account);
  });

  await test.step("on the last evening Today links to the complete, unsent applications", async () => {
    await hands.go("today");
    const complete = page.getByRole("link", {
      name: t("staff.today.checks.complete_not_sent.title"),
    });
    await hands.press(complete);
    await expect(page.locator("tbody tr")).toHaveCount(EXTENDED.length - 1);
    await hands.settled();
  });

  await test.step("two applicants with complete, unsent applications get a letter", async () => {
    const [subject, complete] = ["Manca un clic", EXTENDED.slice(0, 2)];
    for (const nome of complete) {
      await hands.rowOf(nome);
      await page.keyboard.press("x");
    }
    await page.keyboard.press("w");
    const fields = {
      [letterField(language, "subject")]: subject,
      [letterField(language, "text")]: "Quando mandi, arriva la ricevuta.",
    };
    await hands.make("sendLetter", { fields, reason: "ultima sera", count: complete.length });
    await expect(title).toHaveText(t("staff.letters.title"));
    await hands.placed("the list whose row had the focus has gone");
    const arrived = { sent: complete.length, count: complete.length, waiting: 0, failed: 0 };
    await expect(row(subject)).toContainText(t("staff.letters.progress", arrived));
    for (const nome of complete) {
      const { email } = applicants[nome] as ApiApplicant;
      const subjects = (await site.mailbox.all(email)).map((mail) => mail.subject);
      expect(subjects.filter((one) => one === subject)).toHaveLength(1);
    }
    await hands.settled();
  });

  await test.step("three applicants get a deadline extension", async () => {
    await hands.go("applications");
    for (const nome of EXTENDED) {
      await hands.rowOf(nome);
      await page.keyboard.press("x");
    }
    await hands.settled();
    await page.keyboard.press("p");
    const fields = { "until-day": romeDay(1), "until-hour": "12:00" };
    await hands.make("extendApplications", { fields, reason: "linea caduta", count: 3 });
    await hands.press(tab("staff.applications.tab.extended"));
    await expect(page.locator("tbody tr")).toHaveCount(EXTENDED.length);
    await hands.settled();
  });

  await test.step("a failed email is sent again once", () =>
    failedMailLeavesAgain(page, t, hands, site, String(applicants.Aria?.email)));

  await test.step("staff impersonate an applicant and can change nothing", async () => {
    await hands.go("applications");
    await hands.rowOf("Prova");
    await page.keyboard.press("Enter");
    await expect(title).toHaveText("Prova");
    await hands.settled();
    await lookAs(page, t, hands, { person: "Ada Riva", reason: "Non trova il video" });
  });

  await test.step("the call closes, extended applicants send, and the extensions end", async () => {
    await hands.go("edition");
    await hands.press(button("staff.dates.acts.close.open"));
    await hands.make("closeEdition", { reason: "fine della call", count: SENT.length });
    await expect(page.getByText(t("staff.dates.state.closed"), { exact: true })).toBeVisible();
    await hands.settled();
    for (const nome of EXTENDED.slice(0, 2)) await applicants[nome]?.api("POST", "/send");
    await hands.go("applications");
    await hands.press(tab("staff.applications.tab.extended"));
    await expect(page.locator("tbody tr")).toHaveCount(EXTENDED.length);
    await hands.rowOf("Prova");
    await page.keyboard.press("a");
    await hands.press(button("staff.applications.act.unextend"));
    // The extension is revoked for one application only, because an application sent during the extension keeps it.
    await hands.make("unextendApplications", { reason: "arrivate", count: 1, anyway: true });
  });

  const projects = SENT.length + EXTENDED.length - 1;
  await test.step("a proposed reading plan is applied", async () => {
    await hands.go("evaluators");
    await hands.press(page.getByRole("link", { name: t("staff.evaluators.readings.changeLoad") }));
    await expect(title).toHaveText(t("staff.assignment.title"));
    await hands.settled();
    await hands.type(page.getByLabel(t("staff.assignment.readings")), String(READINGS));
    await hands.type(page.locator("[name=seed]"), "7");
    await hands.press(button("staff.assignment.ask"));
    const apply = page
      .getByRole("button", { name: /\d/ })
      .and(page.locator("[aria-labelledby=proposal] button"));
    await expect(apply).toBeVisible({ timeout: 30_000 });
    await hands.settled();
    const given = t("staff.assignment.handedOut", { count: projects * READINGS });
    await expect(page.getByText(given).first()).toBeVisible();
    const count = Number(/\d+/.exec(await apply.innerText())?.[0]);
    await hands.press(apply);
    await hands.make("applyAssignment", { reason: "ognuno i suoi", count });
    await expect(page.getByRole("heading", { name: t("staff.assignment.plan") })).toBeVisible();
    await hands.settled();
  });

  const jury = [
    await evaluatorAt(site.siteUrl, String(less), PASSWORD),
    ...(await Promise.all(JURY.map((email) => evaluatorAt(site.siteUrl, email, DEMO_PASSWORD)))),
  ];
  await test.step("the reading progress is displayed, and evaluators with missing readings are reminded", async () => {
    expect(await jury[0]?.score(READINGS, NAMES)).toBe(READINGS);
    await jury[1]?.score(1, NAMES);
    await hands.go("evaluators");
    await page.reload();
    const read = { read: READINGS, projects: READINGS };
    await expect(row(String(less))).toContainText(t("staff.evaluators.readOf", read));
    const before = await Promise.all(JURY.map(async (to) => (await site.mailbox.all(to)).length));
    for (const email of JURY) {
      await hands.rowOf(email);
      await page.keyboard.press("x");
    }
    await page.keyboard.press("r");
    await hands.make("remindEvaluators", { reason: "manca poco", count: JURY.length });
    for (const [index, to] of JURY.entries()) {
      await site.mailbox.newest(to, Number(before[index]) + 1);
    }
  });

  await test.step("until the last evaluator has closed, the selection shows only that", async () => {
    for (const one of jury.slice(0, 2)) {
      await one.score(projects, NAMES);
      await one.close();
    }
    await hands.go("selection");
    await expect(page.getByText(t("staff.selection.notYet.missing", { count: 1 }))).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await hands.settled();
    await jury[2]?.score(projects, NAMES);
    await jury[2]?.close();
  });

  const chosen = SENT.slice(0, 3);
  await test.step("three projects are selected, visible to staff only", async () => {
    await page.reload();
    const places = ["elided", "other"].flatMap((fromArticle) =>
      ["elided", "other"].map((toArticle) =>
        t("staff.selection.folded", {
          count: 2,
          ranked: "true",
          from: 88,
          to: 88,
          fromArticle,
          toArticle,
        }),
      ),
    );
    const anyPlaces = new RegExp(places.join("|").replaceAll("88", "\\d+"));
    const folded = page.getByRole("button", { name: anyPlaces });
    await page.getByRole("table").waitFor();
    while ((await folded.count()) > 0) await hands.press(folded.first());
    for (const nome of chosen) {
      await hands.rowOf(nome);
      await page.keyboard.press("x");
    }
    await hands.press(button("staff.selection.act.select"));
    const decided = { reason: "verbale della giuria", count: chosen.length, anyway: true };
    await hands.make("selectProjects", decided);
    for (const nome of chosen) {
      await expect(row(nome)).toContainText(t("staff.selection.word.planned"));
    }
    await hands.settled();
  });

  const boss = await newVisitor(site.siteUrl);
  await enterDemo(boss, site, DIRECTOR);
  const director = handsOn(boss, t, path);
  await test.step("a director with a recent second factor releases the selection", async () => {
    await boss.goto(path("/dashboard/regia"));
    await director.go("selection");
    // Applicants who are not selected get a decision too, so the release counts all projects.
    const release = boss.getByRole("button", {
      name: t("staff.selection.release", { count: projects }),
    });
    await director.press(release);
    await director.make("releaseDecisions", { reason: "verbale", count: projects, anyway: true });
    for (const nome of chosen) {
      const decided = boss.getByRole("row").filter({ hasText: nome });
      await expect(decided).toContainText(t("staff.selection.word.released"));
    }
    for (const nome of [...SENT, ...EXTENDED.slice(0, 2)]) {
      const outcome = chosen.includes(nome) ? "pre_selected" : "not_pre_selected";
      await isToldOnce(site, String(applicants[nome]?.email), `decision_${outcome}`, language);
    }
    await director.settled();
  });

  await test.step("the log is intact, and an entry changed in the database is detected", async () => {
    await logHolds(boss, t, director, ["linea caduta", "verbale della giuria", "fine della call"]);
    await alteredLineIsFound(boss, t, director, site);
  });
});
