import { writeFile } from "node:fs/promises";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { PREVIEW_MAX_SECONDS, previewQuery, previewSchema } from "@/contract/content/preview";
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
import { type Command, CommandError, UsageError } from "../run/verb";

const MAX_HOURS = PREVIEW_MAX_SECONDS / 3600;

/*
 * Commands for editors of content. They need no database, so they also work if accounts and content are in a
 * WordPress.
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
      says: "a link that shows one item, published or not, in one browser",
      options: {
        lang: {
          value: "LANGUAGE",
          says: `${LANGUAGES.join(" or ")}; default: ${DEFAULT_LANGUAGE}`,
        },
        hours: {
          value: "N",
          says: `how long the link is valid; default: 1, at most ${MAX_HOURS}`,
        },
      },
      run: async ({ arg, option, print, now }) => {
        const seconds = Number(option("hours") ?? "1") * 3600;
        if (!(seconds > 0 && seconds <= PREVIEW_MAX_SECONDS)) {
          throw new UsageError(`--hours must be a number up to ${MAX_HOURS}.`);
        }
        const expires = Math.floor(now.getTime() / 1000 + seconds);
        const lang = option("lang") ?? DEFAULT_LANGUAGE;
        const item = previewSchema.safeParse({ type: arg(0), slug: arg(1), lang, expires });
        if (!item.success) {
          const problems = item.error.issues.map(({ path, message }) => `${path}: ${message}`);
          throw new UsageError(problems.join("\n"));
        }
        // biome-ignore lint/style/noProcessEnv: the command needs a secret and an address, not the whole back end
        const { PREVIEW_SECRET: secret, SITE_URL: siteUrl } = process.env;
        if (!secret || secret.length < 32) {
          throw new CommandError("PREVIEW_SECRET is not set (at least 32 characters).");
        }
        const query = await previewQuery(item.data, secret);
        print(`${(siteUrl || "http://localhost:3000").replace(/\/+$/, "")}/api/preview?${query}`);
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
        links: { says: "also requests every external link of the files" },
        json: { says: "prints the findings as JSON" },
      },
      run: async ({ option, flag, print }) => {
        const said = LANGUAGES.find((one) => one === (option("lang") ?? "en"));
        if (!said) throw new UsageError(`--lang is ${LANGUAGES.join(" or ")}.`);
        // biome-ignore lint/style/noProcessEnv: as above
        const { CONTENT_DIR, CONTENT_API_URL, CONTENT_HOSTS, WP_API_URL } = process.env;
        const folder = CONTENT_DIR || "content";
        const { library, reports } = checkFiles(folder, said);
        const media = await checkMedia(folder, library);
        if (flag("links")) reports.push(...(await checkLinks(externalLinks(library), said)));
        const wordpress = CONTENT_API_URL || WP_API_URL;
        if (wordpress) {
          const hosts = CONTENT_HOSTS?.split(/\s+/).filter(Boolean) ?? [];
          reports.push(...(await checkWordPress(wordpress, hosts, said)));
        }
        const covers = coverNeighbours(library).map((line) => `${line}. Choose another cover.`);
        const doubtful = [...covers, ...media.unused.map((line) => `${line}.`)];
        const isWrong = media.wrong.length > 0 || reports.some(({ level }) => level === "error");
        if (flag("json")) {
          print(JSON.stringify({ findings: reports, pictures: media.wrong, warnings: doubtful }));
          if (isWrong) throw new CommandError("The texts have errors.");
          return;
        }
        const lineOf = ({ place, line, message }: Report) =>
          `${place}${line ? `:${line}` : ""}: ${message}`;
        const warnings = reports.filter(({ level }) => level === "warning").map(lineOf);
        if (!isWrong) print("No file has an error.");
        for (const line of [...warnings, ...doubtful]) print(`Warning: ${line}`);
        const errors = reports.filter(({ level }) => level === "error").map(lineOf);
        if (isWrong) throw new CommandError([...errors, ...media.wrong].join("\n"));
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
