import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { useApplication } from "../application-context";
import { decisionOf } from "../timeline/timeline-messages";
import { timelineQuery } from "../timeline/timeline-query";

/** Returns the decisions in the selection's latest release, the furthest stage first. Empty before a release. */
export function useDecisions() {
  const { answer } = useApplication();
  const { data } = useQuery(timelineQuery(useLocale(), answer));
  const events = (data?.events ?? []).filter(({ type }) => type === "decision");
  const newest = events.filter(({ at }) => at === events[0]?.at);
  const place = (stage: (typeof STAGE_IDS)[number]) => STAGE_IDS.indexOf(stage);
  return newest
    .flatMap((event) => decisionOf(event.data) ?? [])
    .toSorted((a, b) => place(b.stage) - place(a.stage));
}
