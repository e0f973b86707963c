"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { largestUnit } from "@/contract/durations";
import type { Jury } from "@/contract/staff/evaluators";
import { useServerNow } from "@/lib/browser/server-clock";
import { counted } from "@/lib/i18n/is-elided";
import { ListHead } from "../list/list-head";
import { useRoundTitle } from "../rounds/use-round-title";

/** Shows how many evaluators are late, the expected progress, and the readings done. */
export function EvaluatorsHead({
  jury,
  children,
}: {
  jury: Jury | undefined;
  /** Action buttons in the head of the list. */
  children?: ReactNode;
}) {
  const t = useTranslations("staff.evaluators");
  return (
    <ListHead
      title={useRoundTitle(t("title"), jury)}
      sum={jury && <Sum jury={jury} />}
      keys={["row", "choose", "search", "remind"]}
    >
      {children}
    </ListHead>
  );
}

function Sum({ jury: { pace, counts, round } }: { jury: Jury }) {
  const t = useTranslations("staff.evaluators");
  const now = useServerNow();
  const { until, expected, read, time } = pace;
  const isLater = (round?.number ?? 1) > 1;
  const left = until && now !== null ? Date.parse(until) - now : null;
  return (
    <>
      <strong>
        {expected !== null
          ? t("late", { count: counts.states.late })
          : t(until ? (isLater ? "roundNotOpen" : "notYetLate") : "noLastDay")}
      </strong>
      <span>
        {left !== null && `${left > 0 ? t("left", largestUnit(left)) : t("over")} `}
        {time === null
          ? t("readSoFar", counted("read", read))
          : t("againstTime", { ...counted("time", time), ...counted("read", read) })}
      </span>
    </>
  );
}
