import { getTranslations } from "next-intl/server";
import type { Language } from "@/contract/languages";
import { itemOf } from "../content/catalogue";
import { getCurrentEdition } from "../content/edition";
import { plainText } from "../content/text/html";
import { groupsOf, type QuestionGroup, withAnswer } from "./questions";

/**
 * Returns the questions about the call, with their content item. One answer says whether applicants can change an
 * application after they have sent it. This answer comes from the current edition, because the content item's answer
 * covers all editions.
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
