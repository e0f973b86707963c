import type { Page } from "playwright/test";
import { EDITOR_MESSAGES } from "@/contract/content/editor-messages";
import { expect, test } from "../../support/browser/browser";
import {
  ADMIN,
  type RealWordPress,
  startRealWordPress,
  whyNoWordPress,
} from "../../support/servers/real-wordpress";
import { hasBuild, startSecondSite } from "../../support/servers/second-site";

/*
 * The plugin in the admin of a real WordPress. Its own texts follow the editor's language. Debian's package has no
 * translations of the block editor, whose buttons are English in both languages.
 */
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.skip(!hasBuild, "the site under test is not ours");

const SECRETS = { previewSecret: "p".repeat(40), revalidateSecret: "r".repeat(40) };
/** Milliseconds until a published text is visible on the site. */
const VISIBLE = 10_000;

let wordpress: RealWordPress;
let site: Awaited<ReturnType<typeof startSecondSite>>;

test.beforeAll(async () => {
  const obstacle = whyNoWordPress();
  test.skip(obstacle !== null, `no WordPress: ${obstacle}`);
  // The WordPress needs the site's address and the site the WordPress's, so the port is chosen first.
  site = await startSecondSite({
    CONTENT_API_URL: "http://localhost:9",
    PREVIEW_SECRET: SECRETS.previewSecret,
    REVALIDATE_SECRET: SECRETS.revalidateSecret,
    SITE_ENV: "preview",
  });
  wordpress = await startRealWordPress({ site: site.url, ...SECRETS });
  await site.again({
    CONTENT_API_URL: wordpress.url,
    CONTENT_CREDENTIALS: wordpress.credentials,
  });
});

test.afterAll(async () => {
  await site?.stop();
  await wordpress?.close();
});

let admin: Page;
test.beforeEach(async ({ page, language }) => {
  admin = page;
  const locale = language === "it" ? "it_IT" : "en_US";
  wordpress.php(`update_user_meta(1, 'locale', '${locale}');`);
  await admin.goto(`${wordpress.url}/wp-login.php`);
  await admin.fill("#user_login", ADMIN.name);
  await admin.fill("#user_pass", ADMIN.password);
  await admin.click("#wp-submit");
  await admin.waitForURL(/wp-admin/);
});

const title = () => admin.getByRole("textbox", { name: "Add title" });
const preview = () => admin.getByRole("button", { name: /^(?:Preview|View)$/ }).first();

async function newText(type: string, name: string): Promise<void> {
  await admin.goto(`${wordpress.url}/wp-admin/post-new.php?post_type=${type}`);
  await title().fill(name);
}

/** Presses the block editor's preview button. Returns the title on the site. */
async function previewed(): Promise<string> {
  await preview().click();
  const tab = admin.context().waitForEvent("page");
  await admin.getByRole("menuitem", { name: /Preview in new tab/ }).click();
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

test("the settings page reports that the site answers and that both secrets are right", async ({
  language,
}) => {
  const words = EDITOR_MESSAGES[language];
  await admin.goto(`${wordpress.url}/wp-admin/options-general.php?page=slancio`);
  await admin.getByRole("button", { name: words["connection.test"] }).click();
  await expect(admin.getByRole("status")).toHaveText(words["connection.works"]);
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
  const words = EDITOR_MESSAGES[language];
  await newText("event", `Due rive ${language}`);
  await admin.getByRole("button", { name: words["fields.title"] }).click();
  await admin.getByLabel(words["field.cover"]).fill("quadro");
  const wrong = admin.getByText("quadro").first();
  await expect(wrong).toBeVisible();
  await admin.getByLabel(words["field.cover"]).fill("scala 6");
  await admin.getByLabel(words["field.date"]).first().fill("2027-04-15");
  await admin.getByLabel(words["field.time"]).first().fill("18:00");
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
  const words = EDITOR_MESSAGES[language];
  await newText("post", `Pannello ${language}`);
  await admin.getByRole("button", { name: "Slancio" }).first().click();
  await expect(admin.getByText(words["finding.text_empty"])).toBeVisible();
  await admin.getByRole("button", { name: words["link.make"] }).click();
  const link = await admin.getByLabel(words["link.address"], { exact: true }).inputValue();
  const colleague = await (await browser.newContext()).newPage();
  await colleague.goto(link);
  await expect(colleague.locator("h1").first()).toHaveText(`Pannello ${language}`);
  await colleague.context().close();
  await save({ status: "publish", slug: language === "it" ? "12" : "13" });
  await admin.goto(`${wordpress.url}/wp-admin/edit.php`);
  const row = admin.getByRole("row", { name: new RegExp(`Pannello ${language}`) });
  await expect(row).toContainText(words["column.rejected"]);
  const other = admin.getByRole("row", {
    name: new RegExp(`Riscritto ${language}|Domani ${language}`),
  });
  await expect(other.first()).toContainText(words["column.visible"]);
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
