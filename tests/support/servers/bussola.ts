import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { romeDay } from "@/contract/deadline";
import { LANGUAGES } from "@/contract/languages";
import { logs } from "@/scripts/launcher/paths.mjs";
import { newSecret } from "@/scripts/launcher/secrets.mjs";
import { runCommand, seed } from "@/scripts/launcher/stack.mjs";
import type { DemoAccount } from "../people/demo";
import { startSecondSite } from "./second-site";

const HOST = "bussola.example";
const at = (path: string) => `https://elsewhere.${HOST}/${path}`;

/** The configuration of another programme. Every value differs from the value in the build's configuration. */
export const BUSSOLA = {
  SITE_URL: `https://www.${HOST}`,
  HSTS_SUBDOMAINS: "1",
  PROGRAMME_NAME: "Bussola",
  CONTACT_MAIL: `aiuto@${HOST}`,
  MAIL_FROM: `Bussola <posta@${HOST}>`,
  TAX_NUMBER: "98765432109",
  GROUP_NAME: "Meridiana",
  GROUP_COMPANIES: `Meridiana Nord ${at("nord")}`,
  PARTNERS: "Scuola del Levante",
  POSTAL_ADDRESS: "Piazza della Rosa 8, 16121 Genova",
  PHONE: "+39 010 0000 8",
  SOCIAL_LINKEDIN_URL: at("linkedin"),
  SOCIAL_INSTAGRAM_URL: at("instagram"),
  SOCIAL_YOUTUBE_URL: at("youtube"),
  LEARNING_BUSINESS_URL: at("impresa"),
  LEARNING_IMPACT_URL: at("impatto"),
  WORKLIFE_TALK_URL: at("{locale}/talk"),
  WORKSHOP_URL: at("{locale}/workshop"),
  WORKSHOP_GOVERNANCE_URL: at("{locale}/governance"),
  WORKSHOP_FINANCING_URL: at("financing"),
  MAIN_SITE_URL: at("main"),
  TURKISH_SITE_URL: at("tr"),
  WEB_PRIVACY_PDF: at("web-{locale}.pdf"),
  CRITERIA_PDF: at("criteria-{locale}.pdf"),
  PRIVACY_NOTICE_PDF: at("notice-{locale}.pdf"),
  RULES_PDF: at("rules-{locale}.pdf"),
  WHITEPAPER_PDF: at("whitepaper-{locale}.pdf"),
  ACCESSIBILITY_DECLARATION_URL: at("declaration"),
  TAG_MANAGER_ID: "GTM-BUSSOLA",
  TAG_MANAGER_URL: at("gtm.js"),
  TAG_HOSTS: `https://tags.${HOST}`,
  PIXEL_ID: "55555",
  PIXEL_URL: at("pixel.js"),
  GOOGLE_CLIENT_ID: "bussola.apps.googleusercontent.com",
  FACEBOOK_APP_ID: "66666",
  FACEBOOK_APP_SECRET: "a secret of another app",
  CAPTCHA: "1",
  CAPTCHA_VERSION: "2",
  CAPTCHA_SITE_KEY: "bussola-key",
  CAPTCHA_SECRET: "a secret of another captcha",
};

const META: Partial<Record<string, string>> = {
  people: 'group: "jury"',
  lessons: 'kind: "workshop"',
  events: 'starts_at: "2027-02-03T18:30"',
  courses: 'starts_at: "2027-02-03T18:30"',
};

/** Writes one content item of each type in each language, and the pages that the site links to by name. */
function writeContent(folder: string): void {
  // Make the content different in each run. With equal content, the site would reuse an earlier run's page cache.
  const run = randomUUID();
  for (const language of LANGUAGES) {
    for (const type of CONTENT_TYPES) {
      mkdirSync(join(folder, language, type), { recursive: true });
      const slugs =
        type === "pages" ? ["accessibility", "cookie-policy", "faq"] : [`bussola-${type}`];
      const meta = META[type] ? `meta:\n  ${META[type]}\n` : "";
      for (const slug of slugs) {
        writeFileSync(
          join(folder, language, type, `${slug}.md`),
          `---\ntitle: "Bussola ${slug} ${language}"\nexcerpt: "A nord."\ndate: "2026-01-02"\nstatus: "publish"\n${meta}---\n\n## Nord\n\nUn ago che trema: ${run}.\n`,
        );
      }
    }
  }
}

/** Creates a separate database on the database server of the test run. */
async function openDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = new URL(String(process.env.DATABASE_URL));
  const name = `bussola_${process.pid}`;
  const say = async (statement: string) => {
    const client = new Client({ connectionString: String(process.env.DATABASE_URL) });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await say(`create database ${name}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => say(`drop database ${name} with (force)`) };
}

/** Starts the build under test as a second site, with separate content, database, files, and demo. */
export async function startBussola() {
  const folder = mkdtempSync(join(String(process.env.E2E_RUN_FOLDER), "..", "bussola-"));
  const content = join(folder, "content");
  writeContent(content);
  const database = await openDatabase();
  const env = {
    ...process.env,
    ...BUSSOLA,
    DATABASE_URL: database.url,
    CONTENT_DIR: content,
    // Use a closing date that differs from the build's default date and from the first site's date.
    EDITION_CLOSES_ON: romeDay(new Date(Date.now() + 70 * 86_400_000)),
    TOKEN_SECRET: newSecret(),
    FILES_DIR: join(folder, "files"),
    DEMO_FILE: join(folder, "demo.json"),
  };
  const log = join(logs, "test-bussola.log");
  await runCommand("migrate", { runFolder: folder, env, log });
  await seed({ runFolder: folder, env, log });
  const began = Date.now();
  const site = await startSecondSite(env as Record<string, string>);
  const { accounts } = JSON.parse(readFileSync(env.DEMO_FILE, "utf8"));
  return {
    ...site,
    /** Milliseconds from the start until the site's home page was rendered. */
    startedIn: Date.now() - began,
    accounts: accounts as DemoAccount[],
    async stop() {
      await site.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
