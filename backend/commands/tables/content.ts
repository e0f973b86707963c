import { CONTENT_TYPES } from "@/contract/content/content-types";
import { PREVIEW_MAX_SECONDS, previewQuery, previewSchema } from "@/contract/content/preview";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";
import { coverNeighbours } from "../../content/cover-neighbours";
import { openLibrary } from "../../content/library";
import { lostWays } from "../../content/lost-ways";
import { checkMedia } from "../../content/media/check";
import { checkAlternatives } from "../../content/media/wordpress-alternatives";
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
      says: "checks every file of content/: errors, similar covers, unused pictures; in WordPress also missing alternative texts, overlong texts and unpaired translations",
      run: async ({ print }) => {
        try {
          // biome-ignore lint/style/noProcessEnv: as above
          const folder = process.env.CONTENT_DIR || "content";
          const library = openLibrary(folder);
          const media = await checkMedia(folder, library);
          // biome-ignore lint/style/noProcessEnv: as above
          const { CONTENT_API_URL, WP_API_URL } = process.env;
          const wordpress = CONTENT_API_URL || WP_API_URL;
          const unsaid = wordpress ? await checkAlternatives(wordpress) : null;
          const wrong = [...lostWays(library), ...media.wrong, ...(unsaid?.wrong ?? [])];
          if (wrong.length > 0) throw new CommandError(wrong.join("\n"));
          print("No file has an error.");
          for (const line of coverNeighbours(library)) {
            print(`Warning: ${line}. Choose another cover.`);
          }
          for (const line of [...media.unused, ...(unsaid?.doubtful ?? [])]) {
            print(`Warning: ${line}.`);
          }
        } catch (error) {
          throw new CommandError(error instanceof Error ? error.message : String(error));
        }
      },
    },
  ],
};
