import { getTranslations } from "next-intl/server";
import { FIGURES } from "@/contract/figures";
import { type Language, loadPerLanguage } from "@/contract/languages";
import { config } from "../../config";
import { callCalendar, type MomentWords, openCalls } from "../../site/call-files";
import { conditional } from "../conditional";
import { getCurrentEdition } from "./edition";

/** The dates of the call for calendar apps, which follow them. */
export async function calendarAnswer(request: Request, locale: Language): Promise<Response> {
  const edition = await getCurrentEdition();
  const t = await getTranslations({ locale, namespace: "call.file" });
  const said = { programme: config.programmeName, year: String(edition.year) };
  const words: MomentWords = (moment, time) => ({
    title: t(`${moment}.title`, said),
    text: t(`${moment}.text`, { time }),
  });
  const text = callCalendar(edition, locale, t("name", said), words, new Date());
  return conditional(request, text, {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": 'inline; filename="call.ics"',
  });
}

/** The calls that are open or will be, in every language at once. */
export async function openCallsAnswer(request: Request): Promise<Response> {
  const edition = await getCurrentEdition();
  const words = await loadPerLanguage(async (locale) => {
    const t = await getTranslations({ locale, namespace: "call" });
    const said = { programme: config.programmeName, year: String(edition.year) };
    return { name: t("file.name", said), summary: t("metaDescription", FIGURES) };
  });
  const text = JSON.stringify(openCalls(edition, words, new Date()), null, 2);
  return conditional(request, text, {
    "Content-Type": "application/json; charset=utf-8",
    // Lists of calls read it from their own pages.
    "Access-Control-Allow-Origin": "*",
  });
}
