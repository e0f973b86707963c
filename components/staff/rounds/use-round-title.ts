import { useLocale, useTranslations } from "next-intl";
import type { Language } from "@/contract/languages";
import type { RoundStrip } from "@/contract/staff/rounds";

type Of = Pick<RoundStrip, "round"> | undefined;

/** Returns a function that adds the name of the round to a page's title, if the edition has several rounds. */
export function useRoundTitles(shown: Of): (title: string) => string {
  const t = useTranslations("staff.list");
  const locale = useLocale() as Language;
  const round = shown?.round?.names[locale];
  return (title) => (round === undefined ? title : t("ofRound", { title, round }));
}

/** Returns a page's title. If the edition has several rounds, the title contains the name of the page's round. */
export const useRoundTitle = (title: string, shown: Of): string => useRoundTitles(shown)(title);

/**
 * Returns the request parameter that selects the round of a page. Returns an empty object if the edition has one round.
 */
export const roundOf = (shown: Of) => (shown?.round ? { round: shown.round.number } : {});

/**
 * Reports whether a page shows the running round, which staff see by default. Returns true if the edition has one
 * round.
 */
export const isUsualRound = ({ round, rounds }: RoundStrip): boolean =>
  !round || rounds?.find(({ number }) => number === round.number)?.usual === true;
