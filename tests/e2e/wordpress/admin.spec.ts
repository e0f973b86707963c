import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { expect, test } from "../../support/browser/browser";
import {
  ADMIN,
  type RealWordPress,
  startRealWordPress,
  whyNoWordPress,
} from "../../support/servers/real-wordpress";
import { hasBuild, startSecondSite } from "../../support/servers/second-site";

/* Tests the plugin in the admin pages of a real WordPress, in the language of the editor's account. */
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.skip(!hasBuild, "the site under test is not ours");

/** Returns a function that translates the plugin's texts to a language. */
function pluginWords(language: string): (key: string) => string {
  const file = `contract/content/editor-messages.${language}.json`;
  const words: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  return (key) => words[key] ?? key;
}

const SECRETS = { preview_secret: "p".repeat(40), revalidate_secret: "r".repeat(40) };
/** Maximum milliseconds until a published text is visible on the site. */
const VISIBLE = 10_000;

let wordpress: RealWordPress;
let site: Awaited<ReturnType<typeof startSecondSite>>;

test.beforeAll(async () => {
  const obstacle = whyNoWordPress();
  test.skip(obstacle !== null, `no WordPress: ${obstacle}`);
  test.setTimeout(300_000);
  wordpress = await startRealWordPress();
  site = await startSecondSite({
    CONTENT_API_URL: wordpress.url,
    CONTENT_CREDENTIALS: wordpress.credentials,
    PREVIEW_SECRET: SECRETS.preview_secret,
    REVALIDATE_SECRET: SECRETS.revalidate_secret,
    SITE_ENV: "preview",
  });
});

test.afterAll(async () => {
  await site?.stop();
  await wordpress?.close();
});

let admin: Page;
test.beforeEach(async ({ page, language, allowConsole }) => {
  admin = page;
  // The block editor loads pictures of its introduction from wordpress.org, and the browser logs that they are blocked.
  allowConsole(/s\.w\.org/);
  const locale = language === "it" ? "it_IT" : "en_US";
  wordpress.php(
    `update_user_meta(1, 'locale', '${locale}'); update_user_meta(1, $wpdb->get_blog_prefix() . 'persisted_preferences', ['core/edit-post' => ['welcomeGuide' => false]]);`,
  );
  // Sign in to the profile page instead of WordPress's dashboard, because the dashboard loads news from another site.
  const profile = encodeURIComponent(`${wordpress.url}/wp-admin/profile.php`);
  await admin.goto(`${wordpress.url}/wp-login.php?redirect_to=${profile}`);
  await admin.fill("#user_login", ADMIN.name);
  await admin.fill("#user_pass", ADMIN.password);
  await admin.click("#wp-submit");
  await admin.waitForURL(/wp-admin/, { waitUntil: "commit" });
});

// Find buttons of WordPress by CSS class, because their names depend on version and language.
const title = () => admin.locator(".editor-post-title__input");
const preview = () => admin.locator(".block-editor-post-preview__button-toggle");

async function newText(type: string, name: string): Promise<void> {
  await admin.goto(`${wordpress.url}/wp-admin/post-new.php?post_type=${type}`);
  await title().fill(name);
}

/** Presses the preview button of WordPress's block editor. Returns the title of the page that opens on the site. */
async function previewed(): Promise<string> {
  const external = admin.locator(".edit-post-header-preview__button-external");
  // The preview menu can still be open from an earlier preview.
  if (!(await external.isVisible())) await preview().click();
  const tab = admin.context().waitForEvent("page");
  await external.click();
  const opened = await tab;
  await opened.waitForURL((url) => url.origin === site.url);
  const shown = await opened.locator("h1").first().innerText();
  await opened.close();
  return shown;
}

const save = (values: object) =>
  admin.evaluate(async (changes) => {
    const { dispatch } = (
      window as never as {
        wp: {
          data: { dispatch: (name: string) => Record<string, (given?: object) => Promise<void>> };
        };
      }
    ).wp.data;
    await dispatch("core/editor").editPost?.(changes);
    await dispatch("core/editor").savePost?.();
  }, values);

test("the settings page connects the site, and reports what is wrong", async ({ language }) => {
  const words = pluginWords(language);
  const test = async () => {
    await admin.getByRole("button", { name: words("connection.test") }).click();
    // The first status element has the result of the connection test. The list of preview links has a separate status
    // element.
    return admin.getByRole("status").first().innerText();
  };
  const enter = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await admin.fill(`#slancio-${name}`, value);
    await admin.locator("#submit").click();
  };
  wordpress.php("delete_option('slancio');");
  await admin.goto(`${wordpress.url}/wp-admin/options-general.php?page=slancio`);
  expect(await test()).toBe(words("site.unset"));
  await enter({
    site: site.url,
    preview_secret: "x".repeat(40),
    revalidate_secret: "x".repeat(40),
  });
  expect(await test()).toBe(words("site.refused"));
  await enter({ revalidate_secret: SECRETS.revalidate_secret });
  expect(await test()).toBe(words("connection.preview_secret"));
  await enter({ preview_secret: SECRETS.preview_secret });
  expect(await test()).toBe(words("connection.works"));
});

test("the block editor's preview opens the site for a draft, and for pending, scheduled and changed texts", async ({
  language,
}) => {
  await newText("post", `Bozza ${language} новая`);
  expect(await previewed()).toBe(`Bozza ${language} новая`);
  await save({ status: "pending" });
  expect(await previewed()).toBe(`Bozza ${language} новая`);
  await save({ status: "future", date: "2099-01-01T10:00:00" });
  await title().fill(`Domani ${language}`);
  expect(await previewed()).toBe(`Domani ${language}`);
  await save({ status: "publish", date: "2026-01-01T10:00:00" });
  await title().fill(`Riscritto ${language}`);
  expect(await previewed()).toBe(`Riscritto ${language}`);
});

test("the classic editor's preview opens the site", async ({ language }) => {
  wordpress.php(
    "wp_mkdir_p(WPMU_PLUGIN_DIR); file_put_contents(WPMU_PLUGIN_DIR . '/classic.php', '<?php add_filter(\"use_block_editor_for_post\", \"__return_false\");');",
  );
  try {
    await admin.goto(`${wordpress.url}/wp-admin/post-new.php`);
    await admin.fill("#title", `Classico ${language}`);
    const tab = admin.context().waitForEvent("page");
    await admin.click("#post-preview");
    const opened = await tab;
    await opened.waitForURL((url) => url.origin === site.url);
    await expect(opened.locator("h1").first()).toHaveText(`Classico ${language}`);
  } finally {
    wordpress.php("unlink(WPMU_PLUGIN_DIR . '/classic.php');");
  }
});

test("the fields are stored, and a wrong value is explained beside its input", async ({
  language,
}) => {
  const words = pluginWords(language);
  await newText("event", `Due rive ${language}`);
  await admin.getByRole("button", { name: words("fields.title") }).click();
  await admin.getByLabel(words("field.cover")).fill("quadro");
  const wrong = admin.getByText("quadro").first();
  await expect(wrong).toBeVisible();
  await admin.getByLabel(words("field.cover")).fill("scala 6");
  await admin.getByLabel(words("field.date")).first().fill("2027-04-15");
  await admin.getByLabel(words("field.time")).first().fill("18:00");
  await expect(wrong).toBeHidden();
  await save({ status: "publish" });
  await expect(async () => {
    const { text } = await site.get("/evento");
    expect(text).toContain(`Due rive ${language}`);
  }).toPass({ timeout: VISIBLE });
});

test("the side panel shows the findings and makes a preview link, and the list shows the state", async ({
  language,
  browser,
}) => {
  const words = pluginWords(language);
  await newText("post", `Pannello ${language}`);
  await admin.getByRole("button", { name: "Slancio" }).first().click();
  await expect(admin.getByText(words("finding.text_empty"))).toBeVisible();
  await admin.getByRole("button", { name: words("beside.show") }).click();
  const beside = admin.frameLocator(".slancio-preview");
  await expect(beside.locator("h1").first()).toHaveText(`Pannello ${language}`);
  await admin.getByRole("button", { name: words("link.make") }).click();
  const stored = admin.locator(".slancio-links li");
  const link = (await stored.getByRole("link").getAttribute("href")) ?? "";
  const colleague = await (await browser.newContext()).newPage();
  await colleague.goto(link);
  await expect(colleague.locator("h1").first()).toHaveText(`Pannello ${language}`);
  const all = await admin.context().newPage();
  await all.goto(`${wordpress.url}/wp-admin/options-general.php?page=slancio`);
  // This WordPress has no language plugin, so all its texts are in the site's default language.
  const named = `${DEFAULT_LANGUAGE}/posts/pannello-${language}`;
  await expect(all.getByRole("link", { name: named })).toBeVisible();
  await all.close();
  await stored.getByRole("button", { name: words("link.revoke") }).click();
  await expect(stored).toHaveCount(0);
  await expect(async () => {
    expect((await colleague.reload())?.status()).toBe(403);
  }).toPass({ timeout: VISIBLE });
  await colleague.context().close();
  await save({ status: "publish", password: "segreto" });
  await admin.goto(`${wordpress.url}/wp-admin/edit.php`);
  const row = admin.getByRole("row", { name: new RegExp(`Pannello ${language}`) });
  await expect(row).toContainText(words("column.rejected"));
  const other = admin.getByRole("row", {
    name: new RegExp(`Riscritto ${language}|Domani ${language}`),
  });
  await expect(other.first()).toContainText(words("column.visible"));
});

test("a changed slug and the WordPress's own page lead to the text on the site", async ({
  language,
}) => {
  const id = wordpress
    .php(
      `$id = wp_insert_post(['post_title' => 'Prima', 'post_name' => 'prima-${language}', 'post_status' => 'publish', 'post_content' => 'x']); wp_update_post(['ID' => $id, 'post_name' => 'dopo-${language}']); echo $id;`,
    )
    .trim();
  await expect(async () => {
    const { status, headers } = await site.get(`/magazine/prima-${language}`);
    expect([status, headers.get("location")]).toEqual([301, `/magazine/dopo-${language}`]);
  }).toPass({ timeout: VISIBLE });
  const answer = await fetch(`${wordpress.url}/?p=${id}`, { redirect: "manual" });
  const target = answer.headers.get("location") ?? "";
  const next = target.startsWith(site.url)
    ? target
    : (await fetch(target, { redirect: "manual" })).headers.get("location");
  expect(next).toBe(`${site.url}/magazine/dopo-${language}`);
});

test("a bulk action causes one report, and an alternative text causes one too", async () => {
  const count = () => Number(wordpress.php("echo (int) get_option('reports', 0);"));
  wordpress.php(
    'wp_mkdir_p(WPMU_PLUGIN_DIR); file_put_contents(WPMU_PLUGIN_DIR . \'/count.php\', \'<?php add_filter("pre_http_request", function ($given, $options, $url) { if (str_ends_with($url, "/api/revalidate")) update_option("reports", get_option("reports", 0) + 1); return $given; }, 10, 3);\');',
  );
  wordpress.php(
    "foreach (range(1, 10) as $at) wp_insert_post(['post_title' => \"Tanti $at\", 'post_status' => 'publish', 'post_content' => 'x']);",
  );
  const before = count();
  await admin.goto(`${wordpress.url}/wp-admin/edit.php?s=Tanti`);
  await admin.locator("#cb-select-all-1").check();
  await admin.locator("#bulk-action-selector-top").selectOption("trash");
  await admin.locator("#doaction").click();
  await expect(admin.locator("#message")).toBeVisible();
  expect(count() - before).toBe(1);
  wordpress.php(
    "$id = wp_insert_attachment(['post_title' => 'foto', 'post_mime_type' => 'image/jpeg']); update_post_meta($id, '_wp_attachment_image_alt', 'Un porto');",
  );
  expect(count() - before).toBe(2);
});
