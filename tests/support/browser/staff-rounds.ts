import type { Locator, Page } from "playwright/test";
import { screenNamed } from "../../../components/staff/shell/screens";
import type { Stage } from "../../../contract/evaluation/funnel";
import { FEEDBACK_PER_PAGE } from "../../../contract/staff/feedback";
import { expect, type Words } from "./browser";
import type { Hands } from "./hands";
import { tabTo } from "./keyboard";

/* Performs staff actions on an edition's rounds and selection, with the keyboard only. */

type Dates = { opens: string; closes: string };

/** Returns the functions for the staff pages about the edition, its rounds, and the selection. */
export function staffRounds(page: Page, t: Words, hands: Hands) {
  const dialog = page.getByRole("dialog");
  const button = (key: string, values = {}) =>
    page.getByRole("button", { name: t(key, values), exact: true });
  const card = (number: number) => page.locator(`[data-round="${number}"]`);
  const seatOf = (name: string) => dialog.getByRole("checkbox", { name });

  async function check(box: Locator) {
    await tabTo(page, box);
    await page.keyboard.press("Space");
  }

  /** Opens the page with the edition's rounds and loads current data. */
  async function goToRounds() {
    await hands.go("edition");
    await hands.press(page.getByRole("link", { name: t("staff.rounds.tab"), exact: true }));
    await page.waitForURL((url) => url.pathname.endsWith(`${screenNamed("edition").path}/letture`));
    await hands.settled();
  }

  /** Opens the selection page and loads current data. */
  async function goToSelection(stage?: Stage) {
    await hands.go("selection");
    await page.reload();
    await hands.settled();
    if (!stage) return;
    const name = new RegExp(`^${t(`staff.selection.stage.${stage}`)} \\d`);
    const tab = page.getByRole("link", { name });
    await hands.press(tab);
    await expect(tab).toHaveAttribute("aria-current", "page");
    await hands.settled();
  }

  /** Opens a collapsed section of the selection page. */
  async function unfold(key: string) {
    const title = page.getByRole("heading", { name: t(key), exact: true });
    await hands.press(page.locator("summary").filter({ has: title }));
  }

  /** Changes the last day of the first round. */
  async function endFirst(day: string, reason: string) {
    await hands.go("edition");
    const row = page.locator('[data-date="evaluation-closes"]');
    await hands.press(row.getByRole("button"));
    await hands.type(row.locator("[name=day]"), day);
    const panel = page.getByRole("region", { name: t("staff.dates.effect") });
    await hands.type(panel.getByRole("textbox", { name: t("staff.act.reason") }), reason);
    const move = panel.locator("[type=submit]");
    const typed = panel.locator("[name=typed]");
    if (await typed.count()) {
      await hands.type(typed, /\d+/.exec(await move.innerText())?.[0] ?? "0");
    }
    await expect(move).not.toHaveAttribute("aria-disabled", "true");
    await hands.press(move);
    await expect(panel.locator("[type=submit]")).toHaveCount(0);
    await hands.settled();
  }

  /**
   * Sets the number of places of each stage, and allows the evaluators of the first round to write texts for
   * applicants.
   */
  async function setFigures(places: Record<Stage, number>, reason: string) {
    await hands.press(button("staff.dates.figures.change"));
    await check(dialog.locator("[name=feedback]"));
    const fields = Object.fromEntries(
      Object.entries(places).map(([stage, count]) => [stage, String(count)]),
    );
    await hands.make("setEditionFigures", { fields, reason });
    await hands.settled();
  }

  /** Creates a round in which evaluators write texts for applicants and discuss projects. */
  async function makeRound(stage: Stage, dates: Dates, jury: readonly string[], reason: string) {
    await hands.press(button("staff.rounds.make"));
    const field = dialog.locator("[name=stage]");
    await tabTo(page, field);
    await field.selectOption(stage);
    for (const name of jury) await check(seatOf(name));
    for (const choice of ["feedback", "discussion"]) {
      await check(dialog.locator(`[name="${choice}"]`));
    }
    await hands.make("makeRound", { fields: dates, reason });
    await hands.settled();
  }

  /** Removes evaluators from a round. */
  async function unseat(number: number, names: readonly string[], reason: string) {
    const name = t("staff.rounds.act.jury");
    await hands.press(card(number).getByRole("button", { name, exact: true }));
    for (const one of names) await check(seatOf(one));
    await hands.make("setRoundJury", { reason });
    await hands.settled();
    for (const one of names) await expect(card(number)).not.toContainText(one);
  }

  /** Waits until the site has opened a round. The site opens a round within a minute of its start. */
  async function hasOpened(number: number) {
    const open = t("staff.rounds.state.open");
    await goToRounds();
    await expect(async () => {
      await page.reload();
      await expect(card(number).getByText(open, { exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 100_000 });
    await hands.settled();
  }

  /** Selects the highest projects of the ranking for the stage that the page shows. */
  async function decideFirst(places: number, reason: string) {
    await hands.press(button("staff.selection.act.top", { places }));
    await hands.make("selectProjects", { reason, count: places });
    await hands.settled();
  }

  /** Appoints the evaluator who leads the discussions of the round that the page shows. */
  async function nameChair(name: string, reason: string) {
    await unfold("staff.discussion.title");
    await hands.press(button("staff.discussion.nameChair"));
    const field = dialog.locator("[name=evaluator]");
    await tabTo(page, field);
    await field.selectOption({ label: name });
    await hands.make("nameChair", { reason });
    await expect(page.getByText(t("staff.discussion.chair", { name }))).toBeVisible();
    await hands.settled();
  }

  /**
   * Sets the feedback for the applicants of the projects that are not selected. Each gets the summary of the discussion
   * or the text of the evaluators, if there is one. All others get one standard reason.
   *
   * @param others the number of applicants who get the standard reason
   */
  async function decideFeedback({
    summarized = [],
    written = 0,
    others,
    reason,
  }: {
    summarized?: readonly string[];
    written?: number;
    others: number;
    reason: string;
  }) {
    await unfold("staff.feedback.title");
    await hands.settled();
    const title = page.getByRole("heading", { name: t("staff.feedback.title"), exact: true });
    const panel = page.locator("details").filter({ has: title });
    const projectNamed = (name: string) =>
      panel.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    for (const name of summarized) {
      const use = t("staff.feedback.act.summary");
      await hands.press(projectNamed(name).getByRole("button", { name: use, exact: true }));
      await hands.make("writeFeedback", { reason });
      await expect(projectNamed(name)).toContainText(t("staff.feedback.state.ready"));
    }
    if (written > 0) {
      await hands.press(button("staff.feedback.approveAll", { count: written }));
      await hands.make("approveFeedback", { count: written });
    }
    if (others > 0) await hands.press(button("staff.feedback.filters.empty", { count: others }));
    for (let left = others; left > 0; left -= FEEDBACK_PER_PAGE) {
      const count = Math.min(left, FEEDBACK_PER_PAGE);
      await hands.press(button("staff.feedback.reasonsAll", { count }));
      await check(dialog.locator('[name="general.places"]'));
      await hands.make("giveReasons", { reason, count });
    }
    await expect(button("staff.feedback.filters.empty", { count: 0 })).toBeVisible();
    await hands.settled();
  }

  return {
    ...{ button, decideFeedback, decideFirst, endFirst, goToRounds, goToSelection },
    ...{ hasOpened, makeRound, nameChair, setFigures, unseat },
  };
}
