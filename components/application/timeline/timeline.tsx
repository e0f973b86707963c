"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Ring } from "@/components/ui/figures/ring";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import { useServerNow } from "@/lib/browser/server-clock";
import { useApplication } from "../application-context";
import styles from "./timeline.module.css";
import { type TimelineDate, useTimelineMessages } from "./timeline-messages";
import { timelineQuery } from "./timeline-query";

/** Number of timeline rows shown before "show more". */
const SHOWN = 6;

type Row = {
  key: string;
  at: string;
  when: string;
  title: string;
  detail?: string | undefined;
  wrong?: boolean;
};

/** Returns the edition's dates as timeline rows: the past dates, and the future dates with the next one first. */
function useDateRows(): { past: Row[]; next: Row[]; isTimeKnown: boolean } {
  const { answer } = useApplication();
  const words = useTimelineMessages();
  const now = useServerNow();
  const { data } = useQuery(timelineQuery(useLocale(), answer));
  // Before the application exists, it has no timeline. Use the dates that the application's response or the edition
  // contains.
  const dates: TimelineDate[] = data?.dates ??
    answer.projectDates ?? [
      { type: "opens", at: answer.edition.opensAt },
      { type: "deadline", at: answer.projectDeadlineAt },
    ];
  const isPast = ({ at }: { at: string }) => now !== null && new Date(at).getTime() <= now;
  const rowOf = (date: TimelineDate): Row => ({
    key: `${date.type} ${date.names ? date.at : ""}`,
    at: date.at,
    when: words.dateTime(date),
    title: words.dateName(date, isPast(date)),
  });
  return {
    past: dates.filter(isPast).map(rowOf),
    next: dates.filter((date) => !isPast(date)).map(rowOf),
    isTimeKnown: now !== null,
  };
}

/** Lists the edition's future dates: deadline, evaluation, winners. */
export function NextDates() {
  const t = useTranslations("dashboard.timeline");
  const { next } = useDateRows();
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="next-dates">
      <h2 id="next-dates" className={styles.heading}>
        {t("next")}
      </h2>
      <ol className={styles.list}>
        {next.map((row) => (
          <Moment key={row.key} row={row} ahead />
        ))}
      </ol>
    </section>
  );
}

/** Lists all events of the application, newest first, so that applicants do not depend on emails. */
export function Timeline() {
  const t = useTranslations("dashboard.timeline");
  const { answer } = useApplication();
  const words = useTimelineMessages();
  const { data, isError, isPending, fetchStatus, refetch } = useQuery(
    timelineQuery(useLocale(), answer),
  );
  const { past: dates, isTimeKnown } = useDateRows();
  // Events are sorted newest first, so only the first receipt in the list is valid.
  const sends = (data?.events ?? []).filter(({ type }) => type === "sent" || type === "sent_again");
  const happened = (data?.events ?? []).flatMap((event, index): Row[] => {
    const about = words.about(event, sends.indexOf(event) > 0);
    if (!about) return [];
    const wrong = event.type === "mail_failed" || event.type === "file_refused";
    return [
      { key: `${event.at}-${index}`, at: event.at, when: words.time(event.at), wrong, ...about },
    ];
  });
  const loading = useAtLeast(isPending && fetchStatus !== "idle");
  const known = loading ? [] : [...happened, ...dates];
  const past = known.toSorted((a, b) => b.at.localeCompare(a.at));

  return (
    <section className={styles.timeline} aria-labelledby="timeline-title">
      <h2 id="timeline-title" className={styles.heading}>
        {t("title")}
      </h2>
      {loading && <Skeleton label={t("loading")} lines={3} />}
      {isError && !data && (
        <div className={styles.failed}>
          <p>{t("failed")}</p>
          <Button small variant="secondary" onClick={() => void refetch()}>
            {t("retry")}
          </Button>
        </div>
      )}
      {/* While the server's time is unknown, the page cannot know whether a date is past, so do not show the text that
          nothing has happened. */}
      {isTimeKnown && !loading && !isError && past.length === 0 && (
        <p className={styles.none}>{t("none")}</p>
      )}
      {past.length > 0 && (
        <ol className={styles.list}>
          {past.slice(0, SHOWN).map((row) => (
            <Moment key={row.key} row={row} />
          ))}
        </ol>
      )}
      {past.length > SHOWN && (
        <details className={styles.more}>
          <summary>
            <span className={styles.opens}>{t("more", { count: past.length - SHOWN })}</span>
            <span className={styles.closes}>{t("less")}</span>
          </summary>
          <ol className={styles.list} start={SHOWN + 1}>
            {past.slice(SHOWN).map((row) => (
              <Moment key={row.key} row={row} />
            ))}
          </ol>
        </details>
      )}
      <p className={styles.zone}>{t("zone")}</p>
    </section>
  );
}

/** Renders one row of the timeline, with an empty circle for a future event and a ring for a past one. */
function Moment({ row, ahead = false }: { row: Row; ahead?: boolean }) {
  return (
    <li className={styles.moment} data-wrong={row.wrong || undefined}>
      <span className={styles.mark}>
        <Ring size="var(--mark)" hoop={ahead} />
      </span>
      <span className={styles.what}>
        <span className={styles.title}>{row.title}</span>
        {row.detail && <span className={styles.detail}>{row.detail}</span>}
      </span>
      <time className={styles.when} dateTime={row.at}>
        {row.when}
      </time>
    </li>
  );
}
