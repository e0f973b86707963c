import { parseArgs } from "node:util";
import { CONTENT_TYPES } from "@/contract/content/content-types";
import { PREVIEW_MAX_SECONDS, previewQuery, previewSchema } from "@/contract/content/preview";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";
import { coverNeighbours } from "../content/cover-neighbours";
import { openLibrary } from "../content/library";

/*
 * What editors do with content from a terminal. It needs no database, so it also works where accounts
 * and content live in a WordPress.
 */

const USAGE = `npm run content -- preview-link TYPE SLUG [--lang ${LANGUAGES.join("|")}] [--hours N]
  check
TYPE is one of ${CONTENT_TYPES.join(", ")}; a link lives one hour unless said
otherwise, at most ${PREVIEW_MAX_SECONDS / 3600}. "check" reads every file of content/ and names what is wrong,
and covers of one family that stand side by side.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Exits with what is wrong and, when the arguments make no sense, the usage. */
function refuse(reason: string, usage = false): never {
  process.stderr.write(`${reason}\n${usage ? `Usage: ${USAGE}\n` : ""}`);
  process.exit(usage ? 2 : 1);
}

/** The arguments; an unknown option is a usage error. */
function readArguments() {
  const options = {
    lang: { type: "string", default: DEFAULT_LANGUAGE },
    hours: { type: "string", default: "1" },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse(String(error instanceof Error ? error.message : error), true);
  }
}

const { positionals, values } = readArguments();
const [verb, type, slug, ...rest] = positionals;
// biome-ignore lint/style/noProcessEnv: the command needs a secret and an address, not the whole back end
const { PREVIEW_SECRET: secret, SITE_URL: siteUrl, CONTENT_DIR: folder } = process.env;

if (verb === "check" && !type) {
  try {
    const library = openLibrary(folder || "content");
    say("Every file is right.");
    for (const line of coverNeighbours(library)) say(`Warning: ${line}. Choose another cover.`);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
} else if (verb === "preview-link" && rest.length === 0) {
  const seconds = Number(values.hours) * 3600;
  if (!(seconds > 0 && seconds <= PREVIEW_MAX_SECONDS)) {
    refuse(`--hours is a number up to ${PREVIEW_MAX_SECONDS / 3600}.`, true);
  }
  const expires = Math.floor(Date.now() / 1000 + seconds);
  const item = previewSchema.safeParse({ type, slug, lang: values.lang, expires });
  if (!item.success) {
    refuse(item.error.issues.map(({ path, message }) => `${path}: ${message}`).join("\n"), true);
  }
  if (!secret || secret.length < 32) refuse("PREVIEW_SECRET is not set (at least 32 characters).");
  const query = await previewQuery(item.data, secret);
  say(`${(siteUrl || "http://localhost:3000").replace(/\/+$/, "")}/api/preview?${query}`);
} else {
  refuse(verb ? `"${positionals.join(" ")}" is no command.` : "No command given.", true);
}
