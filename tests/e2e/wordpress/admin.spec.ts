import type { Page } from "playwright/test";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { expect, test } from "../../support/browser/browser";
import {
  type Editors,
  newText as open,
  pluginWords,
  previewed,
  SECRETS,
  save,
  signInToWordPress,
  startEditors,
  titleOf,
  VISIBLE,
} from "../../support/browser/wordpress-admin";
import { type RealWordPress, whyNoWordPress } from "../../support/servers/real-wordpress";
import { hasBuild } from "../../support/servers/second-site";

/* Tests the plugin in the admin pages of a real WordPress, in the language of the editor's account. */
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.skip(!hasBuild, "the site under test is not ours");
test.use({
  ignoreHTTPSErrors: true,
  // Block third-party cookies, as browsers do. The preview beside the text must work without them.
  launchOptions: async ({ launchOptions }, use) => {
    const { args = [] } = launchOptions;
    await use({ ...launchOptions, args: [...args, "--test-third-party-cookie-phaseout"] });
  },
});

let editors: Editors;
let wordpress: RealWordPress;

test.beforeAll(async () => {
  const obstacle = whyNoWordPress();
  test.skip(obstacle !== null, `no WordPress: ${obstacle}`);
  test.setTimeout(300_000);
  editors = await startEditors();
  ({ wordpress } = editors);
});

test.afterAll(() => editors?.close());

let admin: Page;
test.beforeEach(async ({ page, language, allowConsole }) => {
  admin = page;
  // The block editor loads pictures of its introduction from wordpress.org, and the browser logs that they are blocked.
  allowConsole(/s\.w\.org/);
  await signInToWordPress(admin, wordpress, language);
});

const newText = (type: string, name: string) => open(admin, wordpress, type, name);
const preview = () => previewed(admin, editors.siteUrl);
const change = (values: object) => save(admin, values);

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
    site: editors.siteUrl,
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
  expect(await preview()).toBe(`Bozza ${language} новая`);
  await change({ status: "pending" });
  expect(await preview()).toBe(`Bozza ${language} новая`);
  await change({ status: "future", date: "2099-01-01T10:00:00" });
  await titleOf(admin).fill(`Domani ${language}`);
  expect(await preview()).toBe(`Domani ${language}`);
  // WordPress's list of texts still shows the saved title. The link in its row opens the preview with the changed,
  // unsaved title.
  const list = await admin.context().newPage();
  await list.goto(`${wordpress.url}/wp-admin/edit.php?s=Bozza+${language}`);
  const row = list.getByRole("row", { name: new RegExp(`Bozza ${language}`) });
  await list.goto((await row.locator(".view a").getAttribute("href")) ?? "");
  expect(new URL(list.url()).origin).toBe(editors.siteUrl);
  await expect(list.locator("h1").first()).toHaveText(`Domani ${language}`);
  await list.close();
  await change({ status: "publish", date: "2026-01-01T10:00:00" });
  await titleOf(admin).fill(`Riscritto ${language}`);
  expect(await preview()).toBe(`Riscritto ${language}`);
});

test("the classic editor's preview opens the site", async ({ language }) => {
  wordpress.php(
    "wp_mkdir_p(WPMU_PLUGIN_DIR); file_put_contents(WPMU_PLUGIN_DIR . '/classic.php', '<?php add_filter(\"use_block_editor_for_post\", \"__return_false\");');",
  );
  const shown = async (title: string) => {
    await admin.fill("#title", title);
    const tab = admin.context().waitForEvent("page");
    await admin.click("#post-preview");
    const opened = await tab;
    await opened.waitForURL((url) => url.origin === editors.siteUrl);
    await expect(opened.locator("h1").first()).toHaveText(title);
    await opened.close();
  };
  try {
    await admin.goto(`${wordpress.url}/wp-admin/post-new.php`);
    await shown(`Classico ${language}`);
    for (const [status, date] of [
      ["pending", "2026-01-01 10:00:00"],
      ["future", "2099-01-01 10:00:00"],
      ["publish", "2026-01-01 10:00:00"],
    ]) {
      const id = wordpress
        .php(
          `echo wp_insert_post(['post_title' => 'Prima', 'post_status' => '${status}', 'post_date' => '${date}', 'post_content' => 'x']);`,
        )
        .trim();
      await admin.goto(`${wordpress.url}/wp-admin/post.php?post=${id}&action=edit`);
      await shown(`Classico ${status} ${language}`);
    }
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
  await change({ status: "publish" });
  await expect(async () => {
    const { text } = await editors.get("/evento");
    expect(text).toContain(`Due rive ${language}`);
  }).toPass({ timeout: VISIBLE });
});

test("a story's choices, year and figure are entered, and a wrong year or figure is explained", async ({
  language,
}) => {
  const words = pluginWords(language);
  await newText("story", `Storia ${language}`);
  await admin.getByRole("button", { name: words("fields.title") }).click();
  await admin.getByLabel(words("field.outcome")).selectOption("winner");
  await admin.getByLabel(words("field.edition")).fill("2025/26");
  await admin.getByLabel(words("field.figure")).fill("molte scuole");
  const wrong = [admin.getByText("“2025/26”"), admin.getByText("“molte scuole”")] as const;
  for (const message of wrong) await expect(message.first()).toBeVisible();
  await admin.getByLabel(words("field.edition")).fill("2025");
  await admin.getByLabel(words("field.figure")).fill("12 scuole");
  for (const message of wrong) await expect(message).toHaveCount(0);
  await change({ status: "draft" });
  const meta = wordpress.php(
    `echo json_encode(array_map(fn($name) => get_post_meta(get_page_by_title('Storia ${language}', OBJECT, 'story')->ID, $name, true), ['outcome', 'edition', 'figure']));`,
  );
  expect(JSON.parse(meta)).toEqual(["winner", "2025", "12 scuole"]);
});

test("WordPress keeps the revisions of every content type", () => {
  const kept = wordpress.php(
    `foreach (slancio_table()['types'] as ['name' => $name]) { $id = wp_insert_post(['post_type' => $name, 'post_title' => 'a', 'post_content' => 'uno', 'post_status' => 'draft']); foreach (['due', 'tre'] as $text) wp_update_post(['ID' => $id, 'post_content' => $text]); echo $name, ' ', count(wp_get_post_revisions($id)), "\n"; wp_delete_post($id, true); }`,
  );
  const counts = kept.trim().split("\n");
  expect(counts.length).toBe(CONTENT_TYPES.length);
  for (const line of counts) expect(line).toMatch(/ [2-9]$/);
});

test("the settings page revokes one preview link, or all", async ({ language }) => {
  const words = pluginWords(language);
  const slug = `revoca-${language}`;
  wordpress.php(
    `wp_insert_post(['post_title' => 'Revoca', 'post_name' => '${slug}', 'post_status' => 'publish', 'post_content' => 'x']);`,
  );
  for (const by of ["Ada", "Leo", "Giada"]) {
    const made = await admin.request.post(`${editors.siteUrl}/api/editors/links`, {
      headers: { Authorization: `Bearer ${SECRETS.preview_secret}` },
      data: { action: "issue", item: { type: "posts", slug, lang: "it" }, hours: 2, by },
    });
    expect(made.status()).toBe(200);
  }
  await admin.goto(`${wordpress.url}/wp-admin/options-general.php?page=slancio`);
  const rows = admin.getByRole("link", { name: `it/posts/${slug}` });
  await expect(rows).toHaveCount(3);
  const button = `${words("link.revoke")}: it/posts/${slug}`;
  await admin.getByRole("button", { name: button }).first().click();
  await expect(admin.getByText(words("link.revoked"))).toBeVisible();
  await expect(rows).toHaveCount(2);
  await admin.getByRole("button", { name: words("link.all"), exact: true }).click();
  await expect(admin.getByText(words("link.none"))).toBeVisible();
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
  const colleague = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
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
  // WordPress's publish panel shows the findings too, before the text is published.
  await admin.locator(".editor-post-publish-panel__toggle").click();
  const panel = admin.locator(".editor-post-publish-panel");
  await expect(panel.getByText(words("finding.text_empty"))).toBeVisible();
  await panel.locator(".editor-post-publish-panel__header-cancel-button button").click();
  await change({ status: "publish", password: "segreto" });
  const row = admin.getByRole("row", { name: new RegExp(`Pannello ${language}`) });
  await expect(async () => {
    await admin.goto(`${wordpress.url}/wp-admin/edit.php`);
    await expect(row).toContainText(words("column.rejected"), { timeout: 100 });
  }).toPass({ timeout: VISIBLE });
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
    const { status, headers } = await editors.get(`/magazine/prima-${language}`);
    expect([status, headers.get("location")]).toEqual([301, `/magazine/dopo-${language}`]);
  }).toPass({ timeout: VISIBLE });
  const leadsTo = async (url: string) =>
    (await admin.request.get(url, { maxRedirects: 0 })).headers().location ?? "";
  const target = await leadsTo(`${wordpress.url}/?p=${id}`);
  const next = target.startsWith(editors.siteUrl) ? target : await leadsTo(target);
  expect(next).toBe(`${editors.siteUrl}/magazine/dopo-${language}`);
  const name = wordpress.php("echo get_category(get_option('default_category'))->slug;").trim();
  for (const [path, to] of [
    ["/", ""],
    [`/category/${name}/`, "/magazine"],
    ["/author/redazione/", "/magazine"],
    ["/?s=molo+vuoto", "/search?q=molo%20vuoto"],
  ] as const)
    expect([path, await leadsTo(wordpress.url + path)]).toEqual([path, editors.siteUrl + to]);
});

/** PHP code for each translation plugin: `$speak` gives a post a language, and `$join` connects two translations. */
const TRANSLATE = {
  polylang: `$speak = fn($id, $code) => pll_set_post_language($id, $code); $join = fn($pair) => pll_save_post_translations($pair);`,
  wpml: `$say = fn($id, $code, $group = false) => do_action('wpml_set_element_language_details', ['element_id' => $id, 'element_type' => 'post_' . get_post_type($id), 'trid' => $group, 'language_code' => $code, 'source_language_code' => $group ? 'it' : null]); $speak = $say; $join = fn($pair) => $say($pair['en'], 'en', apply_filters('wpml_element_trid', null, $pair['it'], 'post_' . get_post_type($pair['it'])));`,
} as const;

for (const plugin of ["polylang", "wpml"] as const) {
  test(`texts have the languages and translations of the plugin ${plugin}`, async ({
    language,
  }) => {
    // Part of each slug and title, so that the Italian and the English run of this test create different texts.
    const named = `${plugin}-${language}`;
    const remove = wordpress.install(plugin);
    try {
      const write = (type: string, slug: string, status = "publish") =>
        `wp_insert_post(['post_type' => '${type}', 'post_name' => '${slug}-${named}', 'post_title' => '${slug} ${named}', 'post_status' => '${status}', 'post_content' => 'Testo.'])`;
      wordpress.php(
        `${TRANSLATE[plugin]} foreach ([[${write("post", "molo")}, ${write("post", "pier")}], [${write("event", "cena")}, ${write("event", "dinner")}]] as [$it, $en]) { $speak($it, 'it'); $speak($en, 'en'); $join(['it' => $it, 'en' => $en]); } ${write("post", "sola")}; $speak(${write("post", "draft", "draft")}, 'en');`,
      );
      const listed = async (type: string, lang: string) => {
        const url = `${wordpress.url}/wp-json/wp/v2/${type}?lang=${lang}&per_page=100&search=${named}`;
        const answer = await admin.request.get(url);
        const items: { slug: string; lang: string; translations: object }[] = await answer.json();
        return items
          .map(({ slug, lang, translations }) => [
            slug,
            lang,
            Math.max(1, Object.keys(translations).length),
          ])
          .toSorted();
      };
      expect(await listed("posts", "it")).toEqual([
        [`molo-${named}`, "it", 2],
        [`sola-${named}`, "it", 1],
      ]);
      expect(await listed("posts", "en")).toEqual([[`pier-${named}`, "en", 2]]);
      expect(await listed("events", "it")).toEqual([[`cena-${named}`, "it", 2]]);
      expect(await listed("events", "en")).toEqual([[`dinner-${named}`, "en", 2]]);
      await expect(async () => {
        const english = await editors.get(`/en/magazine/molo-${named}`);
        expect(english.text).toContain(`pier ${named}`);
        expect((await editors.get(`/en/evento/dinner-${named}`)).status).toBe(200);
      }).toPass({ timeout: VISIBLE });
      const { text } = await editors.get("/en/magazine/1");
      expect(text).toContain(`sola ${named}`);
      expect(text).not.toContain(`molo ${named}`);
      expect((await editors.get("/magazine/1")).text).not.toContain(`pier ${named}`);
      const link = wordpress.php(
        `echo slancio_preview_link(get_page_by_title('draft ${named}', OBJECT, 'post'));`,
      );
      expect(new URL(link.trim()).searchParams.get("lang")).toBe("en");
      await admin.goto(link.trim());
      await expect(admin.locator("h1").first()).toHaveText(`draft ${named}`);
      // The translation plugin stores the language of a text, so the panel of the site's plugin has no field for the
      // language.
      await newText("post", `campi ${named}`);
      await admin.getByRole("button", { name: pluginWords(language)("fields.title") }).click();
      await expect(admin.getByLabel(pluginWords(language)("field.subject"))).toBeVisible();
      await expect(admin.getByLabel(pluginWords(language)("field.lang"))).toHaveCount(0);
    } finally {
      remove();
    }
  });
}

test("a bulk action, an alternative text, an author and a category cause one report each", async () => {
  // Do not count reports that WordPress's cron sends: without PHP-FPM, the plugin does not learn whether a report
  // succeeded, so the cron repeats each report later.
  const count = () => Number(wordpress.php("echo (int) get_option('reports', 0);"));
  wordpress.php(
    'wp_mkdir_p(WPMU_PLUGIN_DIR); file_put_contents(WPMU_PLUGIN_DIR . \'/count.php\', \'<?php add_filter("pre_http_request", function ($given, $options, $url) { if (str_ends_with($url, "/api/revalidate") && !wp_doing_cron()) update_option("reports", get_option("reports", 0) + 1); return $given; }, 10, 3);\');',
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
  await expect.poll(() => count() - before).toBe(1);
  wordpress.php(
    "$id = wp_insert_attachment(['post_title' => 'foto', 'post_mime_type' => 'image/jpeg']); update_post_meta($id, '_wp_attachment_image_alt', 'Un porto');",
  );
  expect(count() - before).toBe(2);
  wordpress.php("wp_update_user(['ID' => 1, 'display_name' => 'Redazione ' . time()]);");
  expect(count() - before).toBe(3);
  wordpress.php(
    "wp_update_term(get_option('default_category'), 'category', ['name' => 'Varie ' . time()]);",
  );
  expect(count() - before).toBe(4);
});
