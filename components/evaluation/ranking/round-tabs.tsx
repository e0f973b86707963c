"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import type { ProjectList } from "@/contract/evaluation/evaluation-schemas";
import { evaluationsQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { seesResults } from "../evaluation-state";
import { rankingAddress } from "../list/list-query";
import { useRoundWords } from "../rounds/use-round-words";

/**
 * Links to the rankings that the evaluator can read, one for each round of an edition. Renders nothing if only one
 * ranking is readable.
 */
export function RoundTabs({ work }: { work: Pick<ProjectList, "edition" | "round"> }) {
  const t = useTranslations("evaluation.rounds");
  const { nameOf } = useRoundWords();
  const { edition, round: current } = work;
  const { data } = useQuery({
    ...evaluationsQuery(useLocale()),
    enabled: Boolean(current),
  });
  const readable = (data?.evaluations ?? [])
    .filter((one) => one.edition === edition && seesResults(one))
    .flatMap(({ round }) => round ?? [])
    .reverse();
  if (readable.length < 2) return null;
  return (
    <TabRow label={t("tabs")}>
      {readable.map((round) => (
        <TabLink
          key={round.number}
          component={Link}
          href={rankingAddress({ edition, round: round.number })}
          current={round.number === current?.number}
        >
          {nameOf(round)}
        </TabLink>
      ))}
    </TabRow>
  );
}
