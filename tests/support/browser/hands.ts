import type { Locator, Page } from "playwright/test";
import { SCREENS } from "../../../components/staff/frame/screens";
import { appFor } from "./authenticator-app";
import { expect, expectNoAxeViolations, type Words } from "./browser";
import { press, tabTo, typeInto } from "./keyboard";

type Act = {
  /** What the act is decided with: each field by its name, with what goes into it. */
  fields?: Record<string, string>;
  reason?: string;
  /** To how many; what the button says, and what is typed back where that is asked for. */
  count?: number;
  /** Goes past what stands against it. */
  anyway?: boolean;
  /** Where two people decide: which of the two this one is. */
  second?: "propose" | "confirm";
  /** Shows a key, which is asked for after the button. */
  prove?: () => Promise<void>;
};

/** Signs in an account of a site's demo that has an authenticator app, as the form does. */
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

/** Somebody at the control room without a pointer: every state that they come through is looked at with axe. */
export function handsOn(page: Page, t: Words, path: (path: string) => string) {
  const dialog = page.getByRole("dialog");
  // What is not there by then will not come.
  page.setDefaultTimeout(30_000);

  /** To a screen by its keys. */
  async function go(name: (typeof SCREENS)[number]["name"]) {
    const screen = SCREENS.find((one) => one.name === name);
    if (!screen) throw new Error(`no screen ${name}`);
    // A page that has just come does not hear keys yet.
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

  /** The focus is somewhere: whoever has no pointer need not begin at the top of the page. */
  async function placed(after: string) {
    const isLost = () => page.evaluate(() => document.activeElement === document.body);
    // The page beneath may be drawn anew first, and then give the focus its place.
    await expect.poll(isLost, { message: `the focus is lost after ${after}` }).toBe(false);
  }

  /** Whatever is read has come, and axe finds nothing. */
  async function settled() {
    await page.locator("h1").first().waitFor();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expectNoAxeViolations(page);
  }

  /** From row to row until the one with these words has the focus. */
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
    // The parts of a date are the browser's own, in its own order.
    const isNative = /date|time/.test((await field.getAttribute("type")) ?? "");
    if (isNative) {
      await tabTo(page, field);
      return field.fill(text);
    }
    await typeInto(page, field, text);
  }

  /** Makes the act of the sheet that is open; afterwards the focus is somewhere. */
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
