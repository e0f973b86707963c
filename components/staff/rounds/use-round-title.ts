import { useLocale, useTranslations } from "next-intl";
import type { Language } from "@/contract/languages";
import type { RoundStrip } from "@/contract/staff/rounds";

type Of = Pick<RoundStrip, "round"> | undefined;

/** Returns the title of a page with the name of its round, if the edition has several. */
export function useRoundTitle(title: string, shown: Of): string {
  const t = useTranslations("staff.list");
  const locale = useLocale() as Language;
  return shown?.round ? t("ofRound", { title, round: shown.round.names[locale] }) : title;
}

/** Returns the input of an action or a query that names the round of a page. Nothing if the edition has one. */
export const roundOf = (shown: Of) => (shown?.round ? { round: shown.round.number } : {});
