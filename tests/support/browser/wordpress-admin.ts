import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import type { Language } from "@/contract/languages";
import { startHttpsFront } from "../servers/https-front";
import { ADMIN, type RealWordPress, startRealWordPress } from "../servers/real-wordpress";
import { startSecondSite } from "../servers/second-site";

/*
 * A real WordPress, and a preview deployment of the site that reads it. Both answer over HTTPS. Their hosts differ
 * (localhost and 127.0.0.1), so that browsers treat each as a foreign site in a frame of the other.
 */

export const SECRETS = { preview_secret: "p".repeat(40), revalidate_secret: "r".repeat(40) };
/** Maximum milliseconds until a published text is visible on the site, on a busy machine. */
export const VISIBLE = 10_000;

export async function startEditors() {
  const wordpress = await startRealWordPress();
  const front = await startHttpsFront(wordpress.certificate, "127.0.0.1");
  const site = await startSecondSite({
    SITE_URL: front.url,
    CONTENT_API_URL: wordpress.url,
    CONTENT_CREDENTIALS: wordpress.credentials,
    PREVIEW_SECRET: SECRETS.preview_secret,
    REVALIDATE_SECRET: SECRETS.revalidate_secret,
    SITE_ENV: "preview",
    // PHP answers slowly on a machine that runs other tests.
    CONTENT_TIMEOUT: "60",
    NODE_EXTRA_CA_CERTS: wordpress.certificate.certificate,
  });
  front.ports.push(Number(new URL(site.url).port));
  return {
    wordpress,
    siteUrl: front.url,
    get: site.get,
    async close() {
      await site.stop();
      await front.close();
      await wordpress.close();
    },
  };
}

export type Editors = Awaited<ReturnType<typeof startEditors>>;

/** Connects the plugin to the site, as its settings page does. */
export function connectPlugin({ wordpress, siteUrl }: Editors): void {
  const values = Object.entries({ ...SECRETS, site: siteUrl });
  const array = values.map(([name, value]) => `'${name}' => '${value}'`).join(", ");
  wordpress.php(`update_option('slancio', [${array}]);`);
}

/** Returns a function that translates the plugin's texts to a language. */
export function pluginWords(language: Language): (key: string) => string {
  const file = `contract/content/editor-messages.${language}.json`;
  const words: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  return (key) => words[key] ?? key;
}

/**
 * Signs a browser in to WordPress, in a language. The block editor has no introduction, and its panel for the featured
 * image is open.
 */
export async function signInToWordPress(
  admin: Page,
  wordpress: RealWordPress,
  language: Language,
): Promise<void> {
  const locale = language === "it" ? "it_IT" : "en_US";
  wordpress.php(
    `update_user_meta(1, 'locale', '${locale}'); update_user_meta(1, $wpdb->get_blog_prefix() . 'persisted_preferences', ['core/edit-post' => ['welcomeGuide' => false, 'openPanels' => ['post-status', 'featured-image']]]);`,
  );
  // Sign in to the profile page instead of WordPress's dashboard, because the dashboard loads news from another site.
  const profile = encodeURIComponent(`${wordpress.url}/wp-admin/profile.php`);
  await admin.goto(`${wordpress.url}/wp-login.php?redirect_to=${profile}`);
  await admin.fill("#user_login", ADMIN.name);
  await admin.fill("#user_pass", ADMIN.password);
  await admin.click("#wp-submit");
  // Compare the path, because the query of the sign-in page contains the path of the profile page too.
  await admin.waitForURL(({ pathname }) => pathname.startsWith("/wp-admin/"), {
    waitUntil: "commit",
  });
}

// Find WordPress's own buttons by CSS class, because their names depend on version and language.
export const titleOf = (admin: Page) => admin.locator(".editor-post-title__input");

/** Opens the block editor with a new text of a type. */
export async function newText(
  admin: Page,
  wordpress: RealWordPress,
  type: string,
  title: string,
): Promise<void> {
  await admin.goto(`${wordpress.url}/wp-admin/post-new.php?post_type=${type}`);
  await titleOf(admin).fill(title);
}

/** Presses the preview button of WordPress's block editor. Returns the title of the page that opens on the site. */
export async function previewed(admin: Page, siteUrl: string): Promise<string> {
  const external = admin.locator(".edit-post-header-preview__button-external");
  // The preview menu can still be open from an earlier preview.
  if (!(await external.isVisible()))
    await admin.locator(".block-editor-post-preview__button-toggle").click();
  const tab = admin.context().waitForEvent("page");
  await external.click();
  const opened = await tab;
  await opened.waitForURL((url) => url.origin === siteUrl);
  const shown = await opened.locator("h1").first().innerText();
  await opened.close();
  return shown;
}

type Editor = Record<string, (given?: object) => Promise<void>>;
type WordPressWindow = { wp: { data: { dispatch: (name: string) => Editor } } };

/** Changes the open text in the block editor and saves it. */
export function save(admin: Page, values: object): Promise<void> {
  return admin.evaluate(async (changes) => {
    const { dispatch } = (window as never as WordPressWindow).wp.data;
    await dispatch("core/editor").editPost?.(changes);
    await dispatch("core/editor").savePost?.();
  }, values);
}
