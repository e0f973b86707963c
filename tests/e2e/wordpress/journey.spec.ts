import type { Page } from "playwright/test";
import { romeSecond } from "@/contract/deadline";
import { expect, test, wordsOf } from "../../support/browser/browser";
import {
  connectPlugin,
  type Editors,
  newText,
  pluginWords,
  previewed,
  signInToWordPress,
  startEditors,
  titleOf,
  VISIBLE,
} from "../../support/browser/wordpress-admin";
import { image } from "../../support/made-files/files";
import { whyNoWordPress } from "../../support/servers/real-wordpress";
import { hasBuild } from "../../support/servers/second-site";

/* Tests an article's whole life in the admin pages of a real WordPress, from its first word to its withdrawal. */
test.describe.configure({ timeout: 420_000 });
test.skip(!hasBuild, "the site under test is not ours");
test.use({ ignoreHTTPSErrors: true });

let editors: Editors;

test.beforeAll(async () => {
  const obstacle = whyNoWordPress();
  test.skip(obstacle !== null, `no WordPress: ${obstacle}`);
  test.setTimeout(300_000);
  editors = await startEditors();
  connectPlugin(editors);
});

test.afterAll(() => editors?.close());

/** Presses WordPress's button that saves a draft or a pending text, and waits until WordPress has saved the text. */
async function pressSave(admin: Page): Promise<void> {
  await admin.locator(".editor-post-save-draft").click();
  await expect(admin.locator(".editor-post-saved-state.is-saved")).toBeVisible();
}

/** Presses the button that updates a published text, and waits until WordPress has saved the text. */
async function pressUpdate(admin: Page): Promise<void> {
  const button = admin.locator(".editor-post-publish-button");
  await button.click();
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).not.toHaveClass(/is-busy/);
}

/** Opens the sidebar's panel with the state, date, and address of the text. */
async function openSummary(admin: Page): Promise<void> {
  const tab = admin.locator(".edit-post-sidebar__panel-tab").first();
  if (!(await tab.isVisible()))
    await admin.locator(".interface-pinned-items button").first().click();
  await tab.click();
}

/** Enters the date of publication, in the time zone of the WordPress. */
async function chooseDate(admin: Page, date: Date): Promise<void> {
  await admin.locator(".edit-post-post-schedule__toggle").click();
  const dialog = admin.locator(".edit-post-post-schedule__dialog");
  const [year, month, day, hour, minute] = romeSecond(date).split(/\D/);
  const enter = async (field: string, value: number) => {
    const input = dialog.locator(`.components-datetime__time-field-${field} input`).first();
    await input.fill(String(value));
    await input.press("Enter");
  };
  await enter("year", Number(year));
  await dialog.locator("select").selectOption(month ?? "");
  await enter("day", Number(day));
  await enter("hours-input", Number(hour) % 12 || 12);
  await enter("minutes-input", Number(minute));
  await dialog
    .locator(`.components-datetime__time-${Number(hour) < 12 ? "am" : "pm"}-button`)
    .click();
  await admin.locator(".edit-post-post-schedule__toggle").click();
  await expect(dialog).toBeHidden();
}

/** Presses WordPress's button that publishes or schedules the open text, and confirms. */
async function pressPublish(admin: Page): Promise<void> {
  await admin.locator(".editor-post-publish-panel__toggle").click();
  await admin.locator(".editor-post-publish-panel__header-publish-button button").click();
  await expect(admin.locator(".post-publish-panel__postpublish-header")).toBeVisible();
  await admin.locator(".editor-post-publish-panel__header button").click();
}

/** Chooses a new picture with an alternative text as the featured image. */
async function addPicture(admin: Page, alt: string): Promise<void> {
  await openSummary(admin);
  const toggle = admin.locator(".editor-post-featured-image__toggle");
  // WordPress remembers which panels a user opened.
  const panel = admin.getByRole("button", { name: /^(featured image|immagine in evidenza)$/i });
  await panel.waitFor();
  if (!(await toggle.isVisible())) await panel.click();
  await toggle.click();
  const modal = admin.locator(".media-modal");
  await modal.locator("#menu-item-upload").click();
  const buffer = await image("jpeg", { width: 1600, height: 900 });
  const file = { name: "molo.jpg", mimeType: "image/jpeg", buffer };
  await modal.locator("input[type=file]").first().setInputFiles(file);
  await modal.locator("#attachment-details-alt-text").fill(alt);
  await modal.locator("#attachment-details-alt-text").blur();
  await modal.locator(".media-button-select").click();
  await expect(admin.locator(".editor-post-featured-image img")).toBeVisible();
}

test("an article with a picture is written, previewed, approved, scheduled, published, renamed, corrected and withdrawn", async ({
  page: admin,
  browser,
  language,
  allowConsole,
}) => {
  allowConsole(/s\.w\.org/);
  const { wordpress, siteUrl } = editors;
  const words = pluginWords(language);
  const site = wordsOf("it");
  const name = `Viaggio ${language}`;
  const slug = `viaggio-${language}`;
  const began = Date.now();
  const notes: string[] = [];

  /**
   * Returns the paths with which the site has requested texts from the WordPress since the last call of this function.
   */
  let counted = 0;
  const requests = () => {
    const all = wordpress.asked
      .filter(({ path, isBrowser }) => !isBrowser && /[/=]\/?wp-json\/wp\/v2\//.test(path))
      .map(({ path }) => path);
    const since = all.slice(counted);
    counted = all.length;
    return since;
  };
  const get = async (path: string) => {
    const { status, text, headers } = await editors.get(path);
    return { status, text, location: headers.get("location") };
  };
  /** Waits until a check of the public site succeeds, and notes the time and the number of requests. */
  const soon = async (what: string, check: () => Promise<void>) => {
    const since = Date.now();
    await expect(check).toPass({ timeout: VISIBLE, intervals: [50] });
    notes.push(`${what}: ${Date.now() - since} ms, ${requests().length} requests`);
  };

  await signInToWordPress(admin, wordpress, language);
  await newText(admin, wordpress, "post", name);
  await titleOf(admin).press("Enter");
  await admin.keyboard.type("Sul molo si aspetta il traghetto.");
  await addPicture(admin, "Un molo vuoto");
  await pressSave(admin);
  // Preview again if the site read whole lists during the preview. The site reads them after a report of changed
  // content: the report about the picture's alternative text, or a report to another site of this test run, because
  // these sites share one database.
  await expect(async () => {
    requests();
    expect(await previewed(admin, siteUrl)).toBe(name);
    const asked = requests();
    notes.push(`preview: ${asked.length} requests`);
    expect(asked.length, `requests for one preview:\n${asked.join("\n")}`).toBeLessThanOrEqual(3);
  }).toPass({ timeout: 120_000 });

  // A colleague without an account opens a link on the preview deployment.
  await admin.getByRole("button", { name: "Slancio" }).first().click();
  await admin.getByRole("button", { name: words("link.make") }).click();
  const link = admin.locator(".slancio-links li").getByRole("link");
  const colleague = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await colleague.goto((await link.getAttribute("href")) ?? "");
  const bar = colleague.getByRole("complementary", { name: site("preview.bar") });
  await expect(colleague.locator("h1").first()).toHaveText(name);
  await expect(colleague.getByText("Sul molo si aspetta").first()).toBeVisible();
  await expect(bar).toContainText("è una bozza");

  await openSummary(admin);
  // The last check box of the panel is *Pending review*, with which an author asks colleagues to approve the text.
  await admin.locator(".edit-post-post-status input[type=checkbox]").last().check();
  await pressSave(admin);
  await colleague.reload();
  await expect(bar).toContainText("attende l’approvazione");

  // WordPress schedules a text only if its date is at least one minute in the future, and has no seconds.
  const due = Math.ceil((Date.now() + 80_000) / 60_000) * 60_000;
  await chooseDate(admin, new Date(due));
  await pressPublish(admin);
  await colleague.reload();
  await expect(bar).toContainText("uscirà alla data prevista");
  expect((await get(`/magazine/${slug}`)).status).toBe(404);
  expect((await get("/magazine/1")).text).not.toContain(name);
  const waited = due - Date.now() + 1_000;
  await admin.waitForTimeout(waited);
  requests();
  // The server's cron calls this address, as WordPress's manual recommends.
  await admin.request.get(`${wordpress.url}/wp-cron.php`);
  await soon("published on its date", async () => {
    const { status, text } = await get(`/magazine/${slug}`);
    expect([status, text.includes("Un molo vuoto")]).toEqual([200, true]);
  });
  await soon("in the list", async () => expect((await get("/magazine/1")).text).toContain(name));

  await admin.reload();
  await openSummary(admin);
  await admin.locator(".edit-post-post-url__toggle").click();
  await admin.locator(".editor-post-url input").fill(`${slug}-nuovo`);
  await admin.locator(".edit-post-post-url__toggle").click();
  await pressUpdate(admin);
  await soon("another slug", async () => {
    const { status, location } = await get(`/magazine/${slug}`);
    expect([status, location]).toEqual([301, `/magazine/${slug}-nuovo`]);
  });

  await titleOf(admin).fill(`${name}, corretto`);
  await pressUpdate(admin);
  await soon("corrected", async () => {
    expect((await get(`/magazine/${slug}-nuovo`)).text).toContain(`${name}, corretto`);
  });

  await admin.locator(".editor-post-switch-to-draft").click();
  await admin.locator(".components-modal__frame .is-primary").click();
  await soon("withdrawn", async () => {
    expect((await get(`/magazine/${slug}-nuovo`)).status).toBe(404);
    expect((await get("/magazine/1")).text).not.toContain(name);
  });

  await newText(admin, wordpress, "post", `Subito ${language}`);
  await titleOf(admin).press("Enter");
  await admin.keyboard.type("Poche parole.");
  requests();
  await pressPublish(admin);
  await soon("published at once", async () => {
    expect((await get(`/magazine/subito-${language}`)).status).toBe(200);
  });
  notes.push(
    `whole journey: ${Math.round((Date.now() - began) / 1000)} s, of which ${Math.round(waited / 1000)} s wait`,
  );
  test.info().annotations.push({ type: "journey", description: notes.join("; ") });
  if (process.env.SHOTS) console.log(notes.join("\n"));
  await colleague.context().close();
});
