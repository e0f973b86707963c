import { randomUUID } from "node:crypto";
import { RACE, type Stage } from "../../../contract/evaluation/funnel";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { isToldOnce, logHolds } from "../../support/browser/control-room-steps";
import { type Director, directorAt, forgetKeys } from "../../support/browser/director";
import { enterDemo, handsOn } from "../../support/browser/hands";
import { sayYes } from "../../support/browser/invited";
import { type Juror, jurorIn } from "../../support/browser/juror";
import { press, tabTo, typeInto } from "../../support/browser/keyboard";
import { staffRounds } from "../../support/browser/staff-rounds";
import { ownAddress, type Person, signIn } from "../../support/browser/visitors";
import { fitsEveryWidth } from "../../support/browser/widths";
import { evaluatorAt, scoresAt } from "../../support/people/api-evaluator";
import { newApplicant, romeDay } from "../../support/people/applicant";
import { applyOnScreen, registerOnScreen } from "../../support/people/screen-applicant";
import { canOpenOwnSite, openOwnSite } from "../../support/servers/own-site";

// Use a separate site, because the test changes the edition and moves its dates into the past.
test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");

type Site = Awaited<ReturnType<typeof openOwnSite>>;
let site: Site;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await openOwnSite({ GRACE_MINUTES: "0" });
});
test.afterAll(() => site?.close());

/** The numbers of sent applications, pre-selected projects, semifinalists, finalists and winners. */
const FUNNELS = { short: [12, 8, 4, 2, 1], full: [60, 50, 20, 6, 1] } as const;
const isFull = process.env.TEST_FUNNEL === "full";
const FUNNEL = FUNNELS[isFull ? "full" : "short"];
/** Number of applicants who fill in their applications at the same time. */
const AT_ONCE = 2;
const [APPLICATIONS, PRE_SELECTED, SEMIFINALISTS, FINALISTS, WINNERS] = FUNNEL;
const PLACES: Record<Stage, number> = {
  ...{ pre_selected: PRE_SELECTED, semifinalist: SEMIFINALISTS, finalist: FINALISTS },
  ...{ winner: WINNERS, challenge_winner: 1, incubation: 3 },
};
const DEMO_PASSWORD = "slancio-demo-2026";
const PASSWORD = "tramonto-lampada-viola";
const [STAFF, DIRECTOR] = ["rita.neri@slancio.example", "dario.conti@slancio.example"];
const NAMES = Array.from(
  { length: APPLICATIONS },
  (_, index) => `P${String(index + 1).padStart(2, "0")}`,
);
/** Days from today on which the three rounds of evaluation end, as staff plan them. */
const ENDS = [3, 6, 9] as const;

/** The stage of development that every prize accepts. */
const CONCEPT = "stage-concept";
const TEXT = "Il bisogno è descritto bene. Manca un piano dei costi per i primi due anni.";
const SAID = "I costi del secondo anno mancano: per me il voto scende.";
const REVISED = "Rileggendo, il secondo anno non regge.";
const SUMMARY = "La giuria apprezza l’idea e chiede un piano dei costi più completo.";

// The longest browser test. Folders run in alphabetical order, so this folder's name lets the test start early: if it
// started last, it would run alone for minutes.
test("three juries read in three rounds, from all applications to one winner", async ({
  path,
  t,
  language,
  newVisitor,
  allowConsole,
}) => {
  test.setTimeout(isFull ? 7_200_000 : 900_000);
  // The browser logs expected refusals: each release first requires the director's passkey, and a later jury finds no
  // earlier round.
  allowConsole(/status of (403|404|412|422)/);
  const year = Number(romeDay(0).slice(0, 4)) + 1;
  const ada = { email: "anna.ferrero@slancio.example", password: DEMO_PASSWORD };
  const paolo = { email: "paolo.deangelis@slancio.example", password: DEMO_PASSWORD };
  const cleo = { email: `cleo-${randomUUID()}@example.org`, password: PASSWORD };
  const dino = { email: `dino-${randomUUID()}@example.org`, password: PASSWORD };
  const names = new Map<Person, string>([
    [ada, "Anna Ferrero"],
    [paolo, "Paolo De Angelis"],
    [cleo, "Cleo Zanzotti"],
    [dino, "Dino Quarelli"],
  ]);
  const namesOf = (jury: readonly Person[]) => jury.map((one) => names.get(one) ?? "");
  const applicants: Record<string, Person> = {};
  const nameAt = (place: number) => NAMES[place - 1] ?? "";
  const emailAt = (place: number) => String(applicants[nameAt(place)]?.email);

  const page = await newVisitor(site.siteUrl);
  await enterDemo(page, site, STAFF);
  const hands = handsOn(page, t, path);
  const staff = staffRounds(page, t, hands);
  const boss = await newVisitor(site.siteUrl);
  const director: Director = await directorAt(boss, site, { email: DIRECTOR, t, path });
  const direction = staffRounds(boss, t, director);

  /** Moves all dates of the edition and its rounds back by a number of days, as if these days had passed. */
  async function daysPass(days: number) {
    const back = (columns: readonly string[]) =>
      columns.map((one) => `${one} = ${one} - interval '${days} days'`).join(", ");
    const dates = ["opens_at", "closes_at"];
    await site.sql(
      `update editions set ${back([...dates, "evaluation_closes_at"])} where year = $1`,
      [year],
    );
    await site.sql(
      `update rounds set ${back(dates)} where edition_id = (select id from editions where year = $1)`,
      [year],
    );
  }

  /**
   * Lets a director release a stage's decisions with the passkey. Checks that the first and the last applicant with a
   * decision get its email.
   */
  async function release(stage: Stage, count: number) {
    await direction.goToSelection(stage);
    await forgetKeys(site);
    await director.press(direction.button("staff.selection.release", { count }));
    const { prove } = director;
    await director.make("releaseDecisions", { reason: `verbale: ${stage}`, count, prove });
    await director.settled();
    await isToldOnce(site, emailAt(1), `decision_${stage}`, language);
    if (!RACE.includes(stage)) return;
    await isToldOnce(site, emailAt(count), `decision_not_${stage}`, language);
  }

  /**
   * Lets a jury score all its projects and close the evaluation. The first evaluator uses the pages for the project at
   * `place` and for the closing. The API does the rest of the jury's work, except in the full journey, in which all
   * evaluators use the pages for everything.
   */
  async function readRound(
    round: number,
    jury: readonly [Person, ...Person[]],
    { place, text }: { place: number; text?: string },
  ) {
    const [first, ...others] = jury;
    const where = { edition: year, round };
    const inRound = NAMES.slice(0, [APPLICATIONS, PRE_SELECTED, SEMIFINALISTS][round - 1]);
    const screenOf = async (one: Person) =>
      jurorIn(await newVisitor(site.siteUrl), t, one, { siteUrl: site.siteUrl, year, round, path });
    const juror = await screenOf(first);
    await juror.open(nameAt(place));
    await juror.score(Object.values(scoresAt(place - 1)));
    await expectNoAxeViolations(juror.page);
    if (text) await juror.write(text);
    const scoreOnScreen = async (one: Juror, names: readonly string[]) => {
      for (const name of names) {
        await one.open(name);
        await one.score(Object.values(scoresAt(NAMES.indexOf(name))));
      }
    };
    const left = inRound.filter((name) => name !== nameAt(place));
    if (isFull) {
      const rest = async (one: Person) => {
        const other = await screenOf(one);
        await scoreOnScreen(other, inRound);
        await other.close();
        await other.page.context().close();
      };
      await Promise.all([scoreOnScreen(juror, left), ...others.map(rest)]);
    } else {
      for (const one of jury) {
        const api = await evaluatorAt(site.siteUrl, one.email, one.password);
        await api.score(NAMES.length, NAMES, where);
        if (others.includes(one)) await api.close(where);
      }
    }
    await juror.close();
    return juror;
  }

  /** Registers an applicant and sends an application; in the full journey on the pages, otherwise through the API. */
  async function apply(nome: string): Promise<Person> {
    if (!isFull) {
      const account = { siteUrl: site.siteUrl, mailbox: site.mailbox, language };
      return newApplicant("sent", nome, account, { stage: CONCEPT });
    }
    const visitor = await newVisitor(site.siteUrl);
    // Fail after a minute without an element, because it will not appear later.
    visitor.setDefaultTimeout(60_000);
    // Give each person a different network address, because the site limits the requests of each address.
    await visitor.context().setExtraHTTPHeaders(ownAddress());
    const screen = { t, path, mailbox: site.mailbox };
    const email = `applicant-${randomUUID()}@example.org`;
    const person = await registerOnScreen(visitor, email, screen);
    await applyOnScreen(visitor, nome, screen, CONCEPT);
    await visitor.context().close();
    return person;
  }

  await test.step("the next edition is prepared and opened, and its first reading gets a last day", async () => {
    await page.goto(path("/dashboard/regia"));
    await hands.go("edition");
    await hands.press(staff.button("staff.dates.acts.clone.open"));
    await hands.make("cloneEdition", { reason: "anno nuovo" });
    const title = t("staff.dates.title", { year: String(year) });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await hands.press(staff.button("staff.dates.acts.open.open"));
    const fields = { from: romeDay(-30), until: romeDay(0) };
    await hands.make("openEdition", { fields, reason: "si parte" });
    await expect(page.getByText(t("staff.dates.state.open"), { exact: true })).toBeVisible();
    await staff.endFirst(romeDay(ENDS[0]), "tre giorni per leggere");
  });

  await test.step("a director sets the places of the edition, and its feedback", async () => {
    await director.go("edition");
    await direction.setFigures(PLACES, "come da regolamento");
  });

  await test.step("two more evaluators are invited and accept", async () => {
    const invited = [cleo, dino];
    await hands.go("evaluators");
    await hands.press(staff.button("staff.evaluators.act.invite"));
    const people = invited.map((one) => `${names.get(one)} <${one.email}>`).join("\n");
    await hands.make("inviteEvaluators", {
      ...{ fields: { people }, reason: "tre giurie", count: invited.length },
    });
    for (const { email, password } of invited) {
      const visitor = await newVisitor(site.siteUrl);
      await visitor.goto(await site.mailbox.link(email, "/login/invitation"));
      await sayYes(visitor, t, { password });
    }
  });

  await test.step("two later rounds get their days and juries, and the first jury keeps its own people", async () => {
    await staff.goToRounds();
    const days = (from: number, to: number) => ({ opens: romeDay(from + 1), closes: romeDay(to) });
    const [first, second, third] = ENDS;
    const juries = [
      { stage: "semifinalist", dates: days(first, second), jury: [cleo, paolo] },
      { stage: "finalist", dates: days(second, third), jury: [dino, ada] },
    ] as const;
    for (const { stage, dates, jury } of juries) {
      await staff.makeRound(stage, dates, namesOf(jury), "un’altra giuria");
    }
    await staff.unseat(1, namesOf([cleo, dino]), "leggono dopo");
    await fitsEveryWidth(page, "rounds", test.info());
  });

  await test.step("applications are sent, and the call closes", async () => {
    const queue = NAMES.values();
    const work = async () => {
      for (const nome of queue) applicants[nome] = await apply(nome);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await hands.go("edition");
    await page.reload();
    await hands.press(staff.button("staff.dates.acts.close.open"));
    await hands.make("closeEdition", { reason: "fine della call", count: NAMES.length });
    await expect(page.getByText(t("staff.dates.state.closed"), { exact: true })).toBeVisible();
    await hands.settled();
  });

  await test.step("the first jury reads all applications, and a director releases the pre-selection", async () => {
    await readRound(1, [paolo, ada], { place: 1 });
    await staff.goToSelection();
    await staff.decideFirst(PLACES.pre_selected, "verbale della prima giuria");
    const others = NAMES.length - PLACES.pre_selected;
    await staff.decideFeedback({ others, reason: "posti finiti" });
    await release("pre_selected", NAMES.length);
  });

  /**
   * The ranks of the two best projects that the second round does not select: the jury's discussion is about the first,
   * and the second gets an evaluator's text.
   */
  const [discussed, told] = [PLACES.semifinalist + 1, PLACES.semifinalist + 2];
  let id = "";
  await test.step("the second round opens on its day, and its new member sees nothing of the first one", async () => {
    await daysPass(ENDS[0] + 1);
    await staff.hasOpened(2);
    const screen = await newVisitor(site.siteUrl);
    const where = { siteUrl: site.siteUrl, year, round: 2, path };
    const juror = await jurorIn(screen, t, cleo, where);
    await screen.goto(juror.at(""));
    await fitsEveryWidth(screen, "list", test.info());
    id = await juror.open(nameAt(discussed));
    await fitsEveryWidth(screen, "sheet", test.info());
    const found = await screen.evaluate(async (id) => {
      const read = (round: number) => fetch(`/wp-json/wp/v2/projects/${id}?round=${round}`);
      const [own, earlier] = [await read(2), await read(1)];
      return { own: (await own.json()).evaluation, earlier: earlier.status };
    }, id);
    expect(found).toEqual({ own: null, earlier: 404 });
    await screen.goto(path(`/dashboard/evaluation/ranking?edition=${year}&round=1`));
    await expect(screen.getByText(t("evaluation.rounds.missing"))).toBeVisible();
  });

  await test.step("the second jury reads, discusses one project, and its summary becomes feedback", async () => {
    const juror = await readRound(2, [cleo, paolo], { place: told, text: TEXT });
    await staff.goToSelection();
    await staff.nameChair(names.get(cleo) ?? "", "scrive le sintesi");
    const named = (key: string) => ({ name: t(`evaluation.discussion.${key}`), exact: true });
    const chair = juror.page;
    await juror.discuss(id, nameAt(discussed));
    await typeInto(chair, chair.getByLabel(t("evaluation.discussion.contribution")), SAID);
    await press(chair, chair.getByRole("button", named("send")));
    await expect(chair.getByRole("listitem").filter({ hasText: SAID })).toBeVisible();

    const other = await newVisitor(site.siteUrl);
    const where = { siteUrl: site.siteUrl, year, round: 2, path };
    const second = await jurorIn(other, t, paolo, where);
    await second.discuss(id, nameAt(discussed));
    await expect(other.getByRole("listitem").filter({ hasText: SAID })).toBeVisible();
    const revise = t("evaluation.discussion.revise");
    await press(other, other.locator("summary").filter({ hasText: revise }));
    const field = other.getByLabel(t("criteria.innovation.name"), { exact: true });
    await tabTo(other, field);
    await field.selectOption("5");
    await typeInto(other, other.getByLabel(t("evaluation.discussion.reason")), REVISED);
    await press(other, other.getByRole("button", named("sendRevision")));
    await expect(other.getByText(REVISED)).toBeVisible();

    await chair.reload();
    const summary = chair.getByLabel(t("evaluation.discussion.summaryText"));
    await typeInto(chair, summary, SUMMARY);
    await press(chair, chair.getByRole("button", named("sendSummary")));
    await expect(chair.getByText(SUMMARY).first()).toBeVisible();
    await expectNoAxeViolations(chair);
    await fitsEveryWidth(chair, "discussion", test.info());
    await other.reload();
    await press(other, other.getByRole("button", named("agree")));
    await expect(other.getByText(t("evaluation.discussion.youAgree"))).toBeVisible();
    await expectNoAxeViolations(other);

    await staff.goToSelection();
    await fitsEveryWidth(page, "selection", test.info());
    await staff.decideFirst(PLACES.semifinalist, "verbale della seconda giuria");
    await staff.decideFeedback({
      ...{ summarized: [nameAt(discussed)], written: 1, reason: "letti uno per uno" },
      others: PLACES.pre_selected - PLACES.semifinalist - 2,
    });
    await release("semifinalist", PLACES.pre_selected);
  });

  await test.step("two applicants read on their page and in their mail what the jury wrote", async () => {
    for (const [place, text] of [
      [discussed, SUMMARY],
      [told, TEXT],
    ] as const) {
      const visitor = await newVisitor(site.siteUrl);
      await signIn(visitor, applicants[nameAt(place)] as Person, site.siteUrl);
      await visitor.goto(path("/dashboard"));
      const received = visitor.getByRole("region", { name: t("feedback.title") });
      await expect(received).toContainText(text);
      await expect(received).not.toContainText(names.get(cleo) ?? "");
      await fitsEveryWidth(visitor, `feedback-${place}`, test.info(), received);
      await expectNoAxeViolations(visitor);
      const mails = async () =>
        (await site.mailbox.all(emailAt(place))).map((mail) => mail.text.replaceAll(/\s+/g, " "));
      await expect.poll(async () => (await mails()).join(" ")).toContain(text);
    }
  });

  await test.step("the third jury reads the semifinalists, and one finalist wins", async () => {
    await daysPass(ENDS[1] - ENDS[0]);
    await staff.hasOpened(3);
    await readRound(3, [dino, ada], { place: 1 });
    await staff.goToSelection();
    await staff.decideFirst(PLACES.finalist, "verbale della terza giuria");
    const left = PLACES.semifinalist - PLACES.finalist;
    await staff.decideFeedback({ others: left, reason: "sei posti" });
    await release("finalist", PLACES.semifinalist);
    await staff.goToSelection("winner");
    await staff.decideFirst(PLACES.winner, "il primo premio");
    const rest = PLACES.finalist - PLACES.winner;
    await staff.decideFeedback({ others: rest, reason: "un solo premio" });
    await release("winner", PLACES.finalist);
  });

  await test.step("challenge and incubation inform only the selected", async () => {
    for (const stage of ["challenge_winner", "incubation"] as const) {
      await staff.goToSelection(stage);
      await staff.decideFirst(PLACES[stage], `i premi: ${stage}`);
      await release(stage, PLACES[stage]);
    }
    const visitor = await newVisitor(site.siteUrl);
    await signIn(visitor, applicants[nameAt(1)] as Person, site.siteUrl);
    await visitor.goto(path("/dashboard"));
    const timeline = visitor.getByRole("region", { name: t("dashboard.timeline.title") });
    for (const stage of ["winner", "challenge_winner", "incubation"]) {
      await expect(timeline).toContainText(t(`dashboard.timeline.decision.selected.${stage}`));
    }
    await expectNoAxeViolations(visitor);
  });

  await test.step("every decision is released, and the log is intact", async () => {
    const waiting = "select 1 from decisions where release_id is null and undone_at is null";
    expect(await site.sql(waiting)).toEqual([]);
    await logHolds(boss, t, director, ["verbale: incubation", "verbale: challenge_winner"]);
    expect(await site.command("edition", "verify-log")).toMatch(/lines are intact/);
  });
});
