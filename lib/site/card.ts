import { getTranslations } from "next-intl/server";
import { closingMoment } from "@/contract/deadline";
import { dayIn, type Language } from "@/contract/languages";
import { GRANT } from "@/contract/programme";
import { config } from "../config";
import { catalogueOf } from "../content/catalogue";
import type { Summary } from "../content/content";
import { getCurrentEdition } from "../content/edition";
import { type Topic, topicsOf } from "../content/magazine";
import { datesIn } from "../i18n/dates";
import { dated } from "../i18n/is-elided";
import { sectionOfType } from "../routes/items";
import { SECTION_PATH, sectionOf } from "../routes/lookup";
import type { PageWords } from "../routes/page-facts";
import type { Section } from "../routes/sections";
import { PICTURED, type Picture, pagePicture } from "../routes/social-image";
import { eventTimes } from "./events";

/** The content of a social sharing image: a title, a note such as a date or figure, and a cover. */
export interface Card {
  title: string;
  note: string | undefined;
  section: Section;
  /** The content item whose cover is drawn. Without an item, the section's cover is drawn. */
  item?: Summary;
  /** The magazine subject for which the section's cover is drawn. */
  topic?: Topic;
}

/** Returns the content of a social sharing image. Null when its page or item does not exist. */
export async function cardOf(picture: Picture): Promise<Card | null> {
  const { locale } = picture;
  if ("type" in picture) {
    const { type, slug } = picture;
    const item = (await catalogueOf(type, locale)).find((listed) => listed.slug === slug);
    if (!item) return null;
    const note = await noteOf(item, locale);
    return { title: item.title, note, section: sectionOfType(type), item };
  }
  if ("subject" in picture) {
    const topic = (await topicsOf(locale)).find(({ slug }) => slug === picture.subject);
    if (!topic) return null;
    const t = await getTranslations({ locale, namespace: "magazine" });
    const title = t("topicTitle", { topic: topic.name });
    return { title, note: undefined, section: "magazine", topic };
  }
  const page = PICTURED.get(picture.page);
  const title = page && (await titleOf(page, locale));
  if (!title) return null;
  const isCall = page.path === SECTION_PATH.call;
  const note = isCall ? await callNote(locale) : undefined;
  return { title, note, section: sectionOf(page.path) ?? "call" };
}

/** Returns the title on the social sharing image of a page. A page without its own image uses its section's title. */
export async function pictureTitle(locale: Language, path: string): Promise<string | undefined> {
  return (await cardOf(pagePicture(locale, path)))?.title;
}

async function titleOf(
  { words, text }: { words?: PageWords | undefined; text?: string | undefined },
  locale: Language,
): Promise<string | undefined> {
  if (!words) return (await catalogueOf("pages", locale)).find(({ slug }) => slug === text)?.title;
  // The keys of these messages are built at runtime, so next-intl cannot check the keys' types.
  const t = (await getTranslations({ locale, namespace: words })) as unknown as {
    (key: string, values: Record<string, string>): string;
    has: (key: string) => boolean;
  };
  return t(t.has("metaTitle") ? "metaTitle" : "title", { programme: config.programmeName });
}

/**
 * Returns the note on an item's social sharing image: an event's day, a story's edition and key figure, or else the
 * item's first tag.
 */
async function noteOf({ meta, tags }: Summary, locale: Language): Promise<string | undefined> {
  const times = eventTimes(meta);
  if (times) return dayOf(times.startsAt, locale);
  if (!meta.edition) return tags[0];
  const t = await getTranslations({ locale, namespace: "stories" });
  const edition = t("edition", { year: meta.edition });
  return [edition, meta.figure].filter(Boolean).join(" · ");
}

/** Returns the note on the call's social sharing image: the grant and the last day of the call. */
async function callNote(locale: Language): Promise<string> {
  const { closesAt } = await getCurrentEdition();
  const t = await getTranslations({ locale, namespace: "call" });
  const day = dayOf(closingMoment(new Date(closesAt)).lastDay, locale);
  return t("cardNote", { grant: GRANT, ...dated("day", day) });
}

function dayOf(at: Date, locale: Language): string {
  const { date } = datesIn(locale);
  const month = date(at, { month: "long" });
  return `${dayIn(locale, date(at, { day: "numeric" }))} ${month} ${date(at, { year: "numeric" })}`;
}
