import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import {
  editorsRequest,
  PREVIEW_MAX_HOURS,
  type PreviewLinksRequest,
  storedLinks,
} from "@/contract/content/preview-links";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";
import {
  checkFiles,
  checkLinks,
  checkWordPress,
  externalLinks,
  type Report,
} from "../../content/check-texts";
import { coverNeighbours } from "../../content/cover-neighbours";
import { checkMedia } from "../../content/media/check";
import { buildPlugin, pluginVersion } from "../../content/wordpress-plugin";
import { untilWords } from "../../scheduling/say-dates";
import { type Command, CommandError, UsageError } from "../run/verb";

const linkAnswer = z.object({
  links: z.array(storedLinks.element.extend({ link: z.string() })),
});

/** Explains the valid values of each field of a `preview-link` request, for the command's user. */
const EXPECTED: Readonly<Record<string, string>> = {
  type: `TYPE is ${CONTENT_TYPES.join(", ")}.`,
  slug: "SLUG is the name of the file without .md.",
  lang: `--lang is ${LANGUAGES.join(" or ")}.`,
  hours: `--hours is a number above 0, at most ${PREVIEW_MAX_HOURS}.`,
};

/** Sends a request about preview links to the running site. Throws an error whose message is for the editor. */
async function askLinks(asked: Exclude<PreviewLinksRequest, { action: "check" }>) {
  // biome-ignore lint/style/noProcessEnv: the command needs a secret and an address, not the whole back end
  const { PREVIEW_SECRET: secret, SITE_URL: siteUrl } = process.env;
  if (!secret || secret.length < 32) {
    throw new CommandError("PREVIEW_SECRET is not set (at least 32 characters).");
  }
  const url = `${(siteUrl || "http://localhost:3000").replace(/\/+$/, "")}/api/editors/links`;
  const answer = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(asked),
    signal: AbortSignal.timeout(10_000),
  }).catch((cause) => {
    throw new CommandError(`${url} cannot be reached. Start the site, or correct SITE_URL.`, {
      cause,
    });
  });
  if (answer.status === 401)
    throw new CommandError(`${url} refuses PREVIEW_SECRET: the site has another one.`);
  if (!answer.ok)
    throw new CommandError(
      `${url} answered ${answer.status}. The back end or the WordPress is down.`,
    );
  return linkAnswer.parse(await answer.json()).links;
}

/*
 * Commands for editors of content. They need no database, so they also work for a site that keeps its content and
 * accounts in WordPress. The commands about preview links send requests to the running site.
 */
export const CONTENT: Command = {
  name: "content",
  says: "for editors: links to drafts, and a check of all texts",
  alone: true,
  more: `TYPE: ${CONTENT_TYPES.join(", ")}.`,
  verbs: [
    {
      name: "preview-link",
      args: ["TYPE", "SLUG"],
      says: "a link that shows one item, published or not, without an account",
      options: {
        lang: {
          value: "LANGUAGE",
          says: `${LANGUAGES.join(" or ")}; default: ${DEFAULT_LANGUAGE}`,
        },
        hours: {
          value: "N",
          says: `how long the link is valid; default: 1, at most ${PREVIEW_MAX_HOURS}`,
        },
      },
      run: async ({ arg, option, print }) => {
        const asked = editorsRequest.safeParse({
          action: "issue",
          item: { type: arg(0), slug: arg(1), lang: option("lang") },
          hours: option("hours") ?? 1,
          by: "command",
        });
        if (!asked.success) {
          const problems = asked.error.issues.map(({ path }) => EXPECTED[String(path.at(-1))]);
          throw new UsageError(problems.join("\n"));
        }
        const [made] = await askLinks(asked.data);
        if (!made)
          throw new CommandError(
            "The site has no such text. Correct TYPE, SLUG or --lang, or the mistakes that the command check names.",
          );
        print(made.link);
      },
    },
    {
      name: "preview-links",
      says: "lists the valid preview links, of WordPress and of this command",
      run: async ({ print }) => {
        const links = await askLinks({ action: "list" });
        if (links.length === 0) print("There are no valid preview links.");
        for (const { id, type, slug, lang, expires, by } of links)
          print(
            `${id}  ${lang}/${type}/${slug}  ${untilWords(new Date(expires * 1000))}  by ${by}`,
          );
      },
    },
    {
      name: "revoke-preview",
      args: ["[ID]"],
      says: "revokes a preview link, or with --all every preview link",
      options: { all: { says: "revokes every preview link" } },
      run: async ({ arg, flag, print }) => {
        if ((arg(0) === undefined) !== flag("all")) throw new UsageError("Give an ID or --all.");
        const asked = editorsRequest.safeParse({ action: "revoke", id: arg(0) ?? "all" });
        if (!asked.success) throw new UsageError("ID is not an ID of the list.");
        const links = await askLinks(asked.data);
        if (links.length === 0 && !flag("all"))
          throw new CommandError(
            "No valid link has this ID. See: npm run content -- preview-links",
          );
        print(`Revoked preview links: ${links.length}.`);
      },
    },
    {
      name: "check",
      says: "checks all texts and pictures, of files and of a WordPress",
      options: {
        lang: {
          value: "LANGUAGE",
          says: `language of the messages: ${LANGUAGES.join(" or ")}; default: en`,
        },
        links: { says: "also requests every external link" },
        json: { says: "prints the findings as JSON" },
      },
      run: async ({ option, flag, print }) => {
        const said = LANGUAGES.find((one) => one === (option("lang") ?? "en"));
        if (!said) throw new UsageError(`--lang is ${LANGUAGES.join(" or ")}.`);
        // biome-ignore lint/style/noProcessEnv: as above
        const settings = process.env;
        const { CONTENT_DIR, CONTENT_API_URL, CONTENT_HOSTS, SITE_URL, WP_API_URL } = settings;
        const folder = CONTENT_DIR || "content";
        const site = URL.parse(SITE_URL ?? "");
        const origins = site ? [site.origin] : [];
        const { library, texts, reports } = checkFiles(folder, said, origins);
        reports.push(...coverNeighbours(library, said));
        reports.push(...(await checkMedia(folder, library, said)));
        const linked = [...texts];
        const wordpress = CONTENT_API_URL || WP_API_URL;
        if (wordpress) {
          const hosts = CONTENT_HOSTS?.split(/\s+/).filter(Boolean) ?? [];
          const source = {
            ...{ address: wordpress, hosts, origins },
            ...(settings.CONTENT_CREDENTIALS && { credentials: settings.CONTENT_CREDENTIALS }),
          };
          const found = await checkWordPress(source, said);
          linked.push(...found.texts);
          reports.push(...found.reports);
        }
        if (flag("links")) reports.push(...(await checkLinks(externalLinks(linked), said)));
        const linesOf = (wanted: Report["level"]) =>
          reports.flatMap(({ level, place, line, message }) =>
            level === wanted ? [`${place}${line ? `:${line}` : ""}: ${message}`] : [],
          );
        const errors = linesOf("error");
        if (flag("json")) print(JSON.stringify({ findings: reports }));
        else {
          for (const line of linesOf("warning")) print(`Warning: ${line}`);
          for (const line of errors) print(`Error: ${line}`);
        }
        if (errors.length > 0) throw new CommandError(`Errors: ${errors.length}.`);
        if (!flag("json")) print("No file has an error.");
      },
    },
    {
      name: "plugin",
      says: "builds the WordPress plugin as a zip that WordPress installs",
      options: {
        to: { value: "FILE", says: "where to write it; default: slancio-VERSION.zip here" },
      },
      run: async ({ option, print }) => {
        const file = option("to") ?? `slancio-${pluginVersion()}.zip`;
        await writeFile(file, await buildPlugin());
        print(`${file}: install it in WordPress under Plugins, Add New, Upload Plugin.`);
      },
    },
  ],
};
