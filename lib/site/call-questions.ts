import { getTranslations } from "next-intl/server";
import type { Language } from "@/contract/languages";
import { itemOf } from "../content/catalogue";
import { getCurrentEdition } from "../content/edition";
import { plainText } from "../content/text/html";
import { groupsOf, type QuestionGroup, withAnswer } from "./questions";

/**
 * Returns the content's questions about the call, with the content's item. The current edition answers the question whether a
 * sent application can change; the content's own answer to it holds for any edition.
 */
export async function callQuestions(locale: Language) {
  const item = await itemOf("pages", "faq", locale);
  if (!item) return { item: null, groups: [] as QuestionGroup[] };
  const groups = groupsOf(item.html, plainText);
  const { afterSending: rule } = await getCurrentEdition();
  if (!rule) return { item, groups };
  const t = await getTranslations({ locale: item.locale, namespace: "call.faq.afterSending" });
  const strong = (words: string) => `<strong>${words}</strong>`;
  const answer = `<p>${t.markup(rule, { b: strong })}</p>`;
  return { item, groups: withAnswer(groups, t("question"), answer) };
}
