import type { Locator, Page, Request } from "playwright/test";
import { SCREENS } from "../../../components/staff/shell/screens";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { becomeStaff } from "../../support/browser/staff";

const AREA = "/dashboard/regia";
/** Pages of the control room that its navigation does not list. */
const MORE = [
  "persone/whitepaper",
  "persone/staff",
  "email/modelli",
  "email/lettere",
  "valutatori/assegnazione",
];
/** Lists of the control room whose items have a detail page. The test opens one item of each list. */
const ONE = ["candidature", "persone"];
/** Requests that an auditor can send because they change no data: verifying a receipt and exporting a table. */
const READS = /\/(verification|export)(\?|$)/;

/** Presses every enabled button of the page, one after the other, and checks the dialogs. */
async function pressAll(page: Page) {
  const buttons = page.locator("main button:visible:not([aria-disabled=true]):not([disabled])");
  const named = async (one: Locator) => (await one.innerText()) || one.getAttribute("aria-label");
  const pressed = new Set<string | null>();
  for (let index = 0; index < (await buttons.count()); index += 1) {
    const button = buttons.nth(index);
    const name = await named(button);
    // Press only one button of each name, because every row has the same buttons.
    if (pressed.has(name)) continue;
    pressed.add(name);
    await button.click();
    // Wait until the dialog has loaded its script and opened. If the loop went on, two dialogs could open, and the
    // Escape key would close the wrong one.
    const dialog = page.getByRole("dialog").first();
    const isOpen = await dialog.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (isOpen) {
      await expectNoAxeViolations(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  }
  return pressed;
}

test("an auditor can read each screen, and no enabled button sends an action", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  test.setTimeout(300_000);
  // The browser logs that adding an authenticator app requires re-authentication, and that exporting a table requires a
  // passkey.
  allowConsole(/status of (401|403)/);
  await becomeStaff(page, { path, t }, "auditor");
  const asked: string[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    const isAct = request.method() !== "GET" && pathname.includes("/wp/v2/staff/");
    if (isAct && !READS.test(pathname)) asked.push(`${request.method()} ${pathname}`);
  });
  const screens = [
    ...SCREENS.map((screen) => screen.path as string),
    ...MORE.map((rest) => `${AREA}/${rest}`),
  ];
  const settled = () => expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const look = async () => {
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await settled();
    await expectNoAxeViolations(page);
    await pressAll(page);
    expect(asked, page.url()).toEqual([]);
  };
  for (const screen of screens) {
    const answer = await page.goto(path(screen));
    expect(answer?.status(), screen).toBe(200);
    await look();
    // Press the shortcuts that open dialogs for users with the right to run actions. For an auditor they open nothing.
    for (const key of ["a", "p", "r", "w", "i"]) await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(asked, screen).toEqual([]);
  }
  for (const list of ONE) {
    await page.goto(path(`${AREA}/${list}`));
    await settled();
    const link = page.locator("tbody th a, tbody td a").first();
    await page.goto(String(await link.getAttribute("href")));
    await look();
  }
});
