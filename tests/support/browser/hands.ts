import type { Locator, Page } from "playwright/test";
import { SCREENS } from "../../../components/staff/shell/screens";
import { appFor } from "./authenticator-app";
import { expect, expectNoAxeViolations, type Words } from "./browser";
import { press, tabTo, typeInto } from "./keyboard";

type Act = {
  /** The values for the fields of the action's dialog, by field name. */
  fields?: Record<string, string>;
  reason?: string;
  /** The number of items that the action affects. The button shows the number, and some dialogs require typing it. */
  count?: number;
  /** True to override the action's blockers. */
  anyway?: boolean;
  /** The step of this user in a two-person approval. */
  second?: "propose" | "confirm";
  /** Answers the dialog that asks for the passkey after the button is pressed. Omitted if no such dialog opens. */
  prove?: () => Promise<void>;
};

/**
 * Signs in as a demo account that has an authenticator app. Another test may have used the account's current code. If
 * the site refuses a code, enters the next one.
 */
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
  const entered = async () => (await enter({ challenge, code: await app.code() })).ok();
  expect((await entered()) || (await entered()) || (await entered())).toBe(true);
}

/** Uses the control room with the keyboard only and checks every state with axe. */
export function handsOn(page: Page, t: Words, path: (path: string) => string) {
  const dialog = page.getByRole("dialog");
  // Fail after 30 seconds without an element, because it will not appear later.
  page.setDefaultTimeout(30_000);

  /** Opens a page of the control room with its keyboard shortcut. */
  async function go(name: (typeof SCREENS)[number]["name"]) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen) throw new Error(`no screen ${name}`);
    // Repeat the shortcut, because a page that has just loaded does not handle shortcuts yet.
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

  /** Checks that an element has the focus. Otherwise a keyboard user would have to start at the top of the page. */
  async function placed(after: string) {
    const isLost = () => page.evaluate(() => document.activeElement === document.body);
    // Wait for the focus, because the page can restore it after it renders again.
    await expect.poll(isLost, { message: `the focus is lost after ${after}` }).toBe(false);
  }

  /** Waits until the page has loaded all data, and checks the page with axe. */
  async function settled() {
    await page.locator("h1").first().waitFor();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expectNoAxeViolations(page);
  }

  /** Moves the focus from row to row until it is on the row with the given text. */
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
    // Fill date and time fields directly, because each browser arranges their parts differently.
    const isNative = /date|time/.test((await field.getAttribute("type")) ?? "");
    if (isNative) {
      await tabTo(page, field);
      return field.fill(text);
    }
    await typeInto(page, field, text);
  }

  /** Executes the action of the open dialog. Checks that an element has the focus afterwards. */
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
