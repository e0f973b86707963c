import { expect, test } from "../../support/browser/browser";
import { becomeStaff } from "../../support/browser/staff";
import { hasBuild, startSecondSite } from "../../support/servers/second-site";
import { FAKETIME, wrongClock } from "../../support/servers/wrong-clock";

/** The number of seconds by which the second instance's clock is wrong. */
const OFF = 90;

test("an instance with a wrong clock reports it in its health and on Today, and uses the right time", async ({
  page,
  path,
  t,
  language,
  allowConsole,
}) => {
  test.skip(!hasBuild || language !== "it", "needs a second node; one language will do");
  test.skip(!FAKETIME, "needs libfaketime (apt install libfaketime)");
  test.setTimeout(240_000);
  // The browser logs a response that asks for re-authentication, because adding an authenticator app requires it.
  allowConsole(/status of 403/);
  const node = await startSecondSite(wrongClock(OFF));
  try {
    const health = async () => JSON.parse((await node.get("/api/health")).text);
    await expect.poll(health).toMatchObject({ status: "degraded", clock: "down" });
    const { headers } = await node.get("/");
    const ahead = Date.parse(headers.get("date") ?? "") - Date.now();
    expect(Math.abs(ahead)).toBeLessThan((OFF * 1_000) / 2);

    await becomeStaff(page, { path, t });
    await page.goto(node.url + path("/dashboard/regia"));
    const head = page.getByRole("heading", { name: t("staff.today.hero.clock_off") });
    const row = page.getByText(t("staff.today.checks.clock_off.title"));
    await expect(head.or(row).first()).toBeVisible();
    // Leave the page, because its prefetches would reach an instance that has stopped.
    await page.goto("about:blank");
  } finally {
    await node.stop();
  }
});
