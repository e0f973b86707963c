import { createHmac } from "node:crypto";
import { z } from "zod";
import { contentItemSchema } from "@/contract/content/content";
import { check, type Finding, type Known, pageUnknown } from "@/contract/content/content-check";
import { CONTENT_TYPES, type ContentType } from "@/contract/content/content-types";
import { findingText } from "@/contract/content/editor-messages";
import { type KnownText, knownAbout, pagesOf } from "@/contract/content/known-texts";
import { previewQuery } from "@/contract/content/preview";
import { editorsRequest, type StoredLink } from "@/contract/content/preview-links";
import { LANGUAGES, type Language, languageOf } from "@/contract/languages";
import { readText } from "@/contract/read-body";
import { failure, PRIVATE_HEADERS, unavailable } from "../api/failure";
import { bearerOf, isSameSecret } from "../api/same-secret";
import { askPreviewLinks } from "../api/transport";
import { config } from "../config";
import { outdateLinkChecks } from "../middleware/preview-links";
import { previewPath } from "../routes/preview";
import { rejectionIn, type Summary, summariesOf } from "./content";
import { readPreviewed } from "./preview/previewed";
import { siteLink } from "./text/own-links";

/*
 * Requests that an editors' WordPress, or the command for editors, sends to the site: POST /api/editors/{question} with
 * REVALIDATE_SECRET. Requests about preview links need PREVIEW_SECRET instead, because a preview link shows unpublished
 * drafts.
 */

/** Maximum size in bytes of an editor's request, which contains at most one text, in JSON. */
const MAX = 2 * 1_048_576;

/**
 * Maximum number of texts in one request that asks for their states. A list in WordPress's administration shows at most
 * this number of texts.
 */
const STATES_MAX = 1_000;

const type = z.enum(CONTENT_TYPES);
const language = z.enum(LANGUAGES).catch("en");

const QUESTIONS = {
  /** Returns the findings of the content check for one text, saved or unsaved. */
  check: z.object({ type, language, item: contentItemSchema }).transform((asked) => async () => ({
    findings: (await findingsOf(asked)).map((finding) => ({
      ...finding,
      message: findingText(finding, asked.language),
    })),
  })),
  /**
   * Returns the state of each published text on the site: visible, waiting for its latest change to appear, or rejected
   * with a reason.
   */
  states: z
    .object({
      language,
      items: z
        .array(
          z.object({
            type,
            id: z.number(),
            slug: z.string(),
            lang: z.string(),
            modified_gmt: z.string(),
          }),
        )
        .max(STATES_MAX),
    })
    .transform((asked) => async () => ({
      items: await Promise.all(asked.items.map((item) => stateOf(item, asked.language))),
    })),
  /**
   * Reports whether the requesting WordPress has the preview secret, and whether the site reads its content from this
   * WordPress.
   */
  connection: z
    .object({ wordpress: z.string(), time: z.string(), signature: z.string() })
    .transform(({ wordpress, time, signature }) => async () => {
      const isSigned = config.previewSecrets.some((secret) =>
        isSameSecret(signature, createHmac("sha256", secret).update(time).digest("hex")),
      );
      if (!isSigned) return { state: "preview_secret" };
      const isOwn = config.content.url && isSameHost(wordpress, config.content.url);
      return { state: isOwn ? "works" : "other_wordpress" };
    }),
  /** Creates, lists, or revokes preview links that editors share. */
  links: editorsRequest.transform((asked) => async () => {
    // Create no link to a text that does not exist, because the link would only lead to an error page.
    if (asked.action === "issue" && !(previewPath(asked.item) && (await readPreviewed(asked.item))))
      return { links: [] };
    const links = await askPreviewLinks(asked);
    if (asked.action === "revoke") outdateLinkChecks();
    return { links: await Promise.all(links.map(withAddress)) };
  }),
} as const;

/** Adds the signed address to a stored preview link. */
async function withAddress(link: StoredLink) {
  const query = await previewQuery(link, config.previewSecrets[0] ?? "");
  return { ...link, link: `${config.siteUrl}/api/preview?${query}` };
}

function isSameHost(one: string, other: string): boolean {
  return URL.parse(one)?.host === URL.parse(other)?.host;
}

/** Handles a request from an editors' WordPress. */
export async function answerEditor(request: Request, question: string): Promise<Response> {
  const secrets = question === "links" ? config.previewSecrets : [config.revalidateSecret];
  if (!secrets.some((secret) => isSameSecret(bearerOf(request) ?? "", secret)))
    return failure("not_authenticated");
  if (!Object.hasOwn(QUESTIONS, question)) return failure("not_found");
  const body = await readText(request, MAX);
  if (!("text" in body)) return failure(body.unread === "cut_off" ? "not_json" : "too_large");
  const asked = QUESTIONS[question as keyof typeof QUESTIONS].safeParse(jsonIn(body.text));
  if (!asked.success) return failure("not_json");
  try {
    return Response.json(await asked.data(), { headers: PRIVATE_HEADERS });
  } catch (error) {
    return unavailable(error);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Asked = { type: ContentType; item: z.output<typeof contentItemSchema> };

async function findingsOf({ type, item }: Asked): Promise<Finding[]> {
  const locale = languageOf(item.lang?.slice(0, 2));
  return check(type, item, locale, await knownFor(type, item, locale));
}

/**
 * Returns facts about the site's other texts for the content check of one text, such as published items and names of
 * authors.
 */
async function knownFor(
  type: ContentType,
  item: Asked["item"],
  language: Language,
): Promise<Known> {
  const lists = await Promise.all(
    CONTENT_TYPES.flatMap((one) => LANGUAGES.map((each) => summariesOf(one, each))),
  );
  const texts = lists.flat().map(knownText);
  return {
    ...knownAbout({ ...item, type, language }, texts),
    has: pagesOf(texts),
    siteLink,
    origins: [config.siteUrl, config.content.url].flatMap((url) =>
      url ? new URL(url).origin : [],
    ),
    pictureHosts: config.content.hosts,
  };
}

function knownText({ id = 0, locale, tags, author, modifiedAt, ...text }: Summary): KnownText {
  const [subject] = tags;
  return {
    ...text,
    ...{ id, language: locale, subject, author: author ?? undefined },
    modifiedAt: new Date(modifiedAt),
  };
}

type Published = { type: ContentType; id: number; lang: string; modified_gmt: string };

async function stateOf(asked: Published, language: Language) {
  const { type, id, lang, modified_gmt } = asked;
  const locale = languageOf(lang.slice(0, 2));
  const shown = (await summariesOf(type, locale)).find((one) => one.id === id);
  const address = shown && previewPath({ type, slug: shown.slug, lang: locale });
  if (shown && address) {
    const isCurrent = new Date(shown.modifiedAt) >= new Date(`${modified_gmt}Z`);
    const state = isCurrent ? "visible" : "waiting";
    return { id, state, address: config.siteUrl + address };
  }
  const reason = shown ? pageUnknown(shown.slug) : rejectionIn(type, id);
  if (!reason) return { id, state: "waiting" };
  return { id, state: "rejected", reason: findingText(reason, language) };
}
