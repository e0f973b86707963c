import type { Locator, Page } from "playwright/test";
import { SCREENS } from "../../../components/staff/shell/screens";
import { appFor } from "./authenticator-app";
import { expect, expectNoAxeViolations, type Words } from "./browser";
import { press, tabTo, typeInto } from "./keyboard";

type Act = {
  /** The fields of the action's dialog by name, with their values. */
  fields?: Record<string, string>;
  reason?: string;
  /** The number of affected items, which the button shows and some dialogs ask to type. */
  count?: number;
  /** Overrides the blockers. */
  anyway?: boolean;
  /** In a two-person approval, the role of this person. */
  second?: "propose" | "confirm";
  /** Presents a passkey, which the dialog requires after the button. */
  prove?: () => Promise<void>;
};

/** Signs in a demo account that has an authenticator app. */
export async function enterDemo(
  page: Page,
  site: { siteUrl: string; command: (...args: string[]) => Promise<string> },
  email: string,
): Promise<void> {
  const told = await site.command("user", "demo-code", email);
  const app = appFor(/secret=(\w+)/.exec(told)?.[1] ?? "");
  const enter = (data: object) =>
    page.request.post("/api/session", { headers: { Origin: site.siteUrl }, data });
  const { challenge } = (await (await enter({ email, password: "slancio-demo-2026" })).json()).data;
  expect((await enter({ challenge, code: await app.code() })).ok()).toBe(true);
}

/** Uses the control room by keyboard only and checks every state with axe. */
export function handsOn(page: Page, t: Words, path: (path: string) => string) {
  const dialog = page.getByRole("dialog");
  // An element that is missing after 30 seconds does not come.
  page.setDefaultTimeout(30_000);

  /** Opens a screen by its shortcut. */
  async function go(name: (typeof SCREENS)[number]["name"]) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen) throw new Error(`no screen ${name}`);
    // A page that has just loaded does not handle shortcuts yet.
    await expect(async () => {
      await page.keyboard.press("g");
      await page.keyboard.press(screen.key);
      const isThere = (url: URL) => url.pathname === path(screen.path);
      await page.waitForURL(isThere, { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await placed(`going to ${name}`);
    await settled();
  }

  /** Checks that an element has the focus, so a keyboard user need not start at the top of the page. */
  async function placed(after: string) {
    const isLost = () => page.evaluate(() => document.activeElement === document.body);
    // The page can render again first and then restore the focus.
    await expect.poll(isLost, { message: `the focus is lost after ${after}` }).toBe(false);
  }

  /** Waits until all data is loaded and checks with axe. */
  async function settled() {
    await page.locator("h1").first().waitFor();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expectNoAxeViolations(page);
  }

  /** Moves from row to row until the row with this text has the focus. */
  async function rowOf(words: string): Promise<Locator> {
    const row = page.getByRole("row").filter({ hasText: words });
    await row.waitFor();
    const inList = await page.evaluate(
      () => document.activeElement?.closest("[data-row]") !== null,
    );
    if (!inList)
      await tabTo(page, page.locator("table input[type=checkbox], table button").first());
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press("k");
    }
    for (let step = 0; step < 30; step++) {
      if (await row.evaluate((element) => element === document.activeElement)) return row;
      await page.keyboard.press("j");
    }
    throw new Error(`no way to the row of ${words}`);
  }

  async function type(field: Locator, text: string) {
    // The browser decides the parts of a date field and their order.
    const isNative = /date|time/.test((await field.getAttribute("type")) ?? "");
    if (isNative) {
      await tabTo(page, field);
      return field.fill(text);
    }
    await typeInto(page, field, text);
  }

  /** Executes the action of the open dialog. Afterwards an element has the focus. */
  async function make(name: string, given: Act) {
    const { fields = {}, reason, count, anyway, second, prove } = given;
    await expect(dialog).toBeVisible();
    const said = count === undefined ? {} : { count };
    const verb = t(`staff.act.of.${name}.verb`, { count: 1, ...said });
    const sentence = second ? t(`staff.act.second.verb.${second}`, { verb }) : verb;
    const act = dialog.getByRole("button", { name: sentence, exact: true });
    const isOnAct = () => act.evaluateAll((all) => all.includes(document.activeElement as never));
    expect(await isOnAct(), "the focus never begins on the act").toBe(false);
    for (const [field, text] of Object.entries(fields)) {
      await type(dialog.locator(`[name="${field}"]`), text);
    }
    if (reason !== undefined) {
      await type(dialog.getByRole("textbox", { name: t("staff.act.reason") }), reason);
    }
    await expect(dialog.locator("[aria-busy=true]")).toHaveCount(0);
    if (anyway) {
      await tabTo(page, dialog.locator("[name=anyway]"));
      await page.keyboard.press("Space");
    }
    const typed = dialog.locator("[name=typed]");
    if (await typed.count()) await type(typed, String(count));
    await expect(act).not.toHaveAttribute("aria-disabled", "true");
    await expectNoAxeViolations(page);
    await press(page, act);
    await prove?.();
    await expect(dialog).toHaveCount(0);
    await placed(name);
  }

  return {
    go,
    make,
    placed,
    rowOf,
    settled,
    press: (target: Locator) => press(page, target),
    type,
  };
}

export type Hands = ReturnType<typeof handsOn>;
