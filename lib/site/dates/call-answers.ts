import { getTranslations } from "next-intl/server";
import { type Language, loadPerLanguage } from "@/contract/languages";
import { FIGURES } from "@/contract/quoted-numbers";
import { conditional } from "../../api/conditional";
import { config } from "../../config";
import { getCurrentEdition } from "../../content/edition";
import type { MomentWords } from "./call-days";
import { callCalendar, openCalls } from "./call-files";

/** Responds with the dates of the call as a calendar that calendar apps can subscribe to. */
export async function calendarAnswer(request: Request, locale: Language): Promise<Response> {
  const edition = await getCurrentEdition();
  const { name, words } = await callWords(edition, locale);
  const text = callCalendar(edition, locale, name, words, new Date());
  return conditional(request, text, {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": 'inline; filename="call.ics"',
  });
}

/**
 * Returns, in a language, the name of an edition's call, and a function that returns the title and text of each step of
 * the edition.
 */
export async function callWords({ year }: { year: number }, locale: Language) {
  const t = await getTranslations({ locale, namespace: "call.file" });
  const said = { programme: config.programmeName, year: String(year) };
  const words: MomentWords = (moment, time, round) => {
    const name = round?.names[locale] ?? "";
    return {
      title: t(`${moment}.title`, { ...said, name }),
      text: t(`${moment}.text`, { time, name }),
    };
  };
  return { name: t("name", said), words };
}

/** Responds with the open and upcoming calls, each in every language. */
export async function openCallsAnswer(request: Request): Promise<Response> {
  const edition = await getCurrentEdition();
  const words = await loadPerLanguage(async (locale) => {
    const t = await getTranslations({ locale, namespace: "call" });
    const { name } = await callWords(edition, locale);
    return { name, summary: t("metaDescription", FIGURES) };
  });
  const text = JSON.stringify(openCalls(edition, words, new Date()), null, 2);
  return conditional(request, text, {
    "Content-Type": "application/json; charset=utf-8",
    // Allow scripts on other sites to read the list of open calls, so that sites that list funding opportunities can
    // show it.
    "Access-Control-Allow-Origin": "*",
  });
}
