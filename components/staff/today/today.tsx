"use client";

import { useLocale, useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import { type Today as Answer, getToday } from "@/contract/staff/today";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { ListBody } from "../list/list-body";
import { screenNamed } from "../shell/screens";
import { useRefreshedQuery } from "../shell/use-refreshed-query";
import { EVERY } from "../shell/use-service-status";
import { AheadList } from "./ahead-list";
import { shapeOf } from "./attention";
import { AttentionList } from "./attention-list";
import { DailyFigure } from "./daily-figure";
import { Phases } from "./phases";
import styles from "./today.module.css";
import { TodayHead } from "./today-head";
import { useTodayMessages } from "./use-today-messages";

/** Renders the staff's start page: service problems, future events, and new applications. */
export function Today() {
  const locale = useLocale();
  const query = useRefreshedQuery({ ...readOf(getToday, { locale }), refetchInterval: EVERY });
  return (
    <ListBody query={query} failed={useTranslations("staff.today")("failed")} rows={12}>
      {query.data && (
        <TodayPage today={query.data} stale={query.isError} onRetry={() => query.refetch()} />
      )}
    </ListBody>
  );
}

function TodayPage({
  today,
  stale,
  onRetry,
}: {
  today: Answer;
  stale: boolean;
  onRetry: () => void;
}) {
  const { t, time } = useTodayMessages(today);
  // Numbers change at once, but rows keep their place while the user points at the list or has the focus in it.
  const list = useRef<HTMLDivElement>(null);
  const isHeld = useBusy(list);
  const found = shapeOf(today);
  const [held, setHeld] = useState(found);
  if (!isHeld && JSON.stringify(held) !== JSON.stringify(found)) setHeld(found);
  const shape = isHeld ? held : found;

  return (
    <>
      <div role="status">
        {stale && (
          <div className={styles.stale}>
            <p>{t("stale", { time: time(new Date(today.at)) })}</p>
            <Button small variant="secondary" onClick={onRetry}>
              {t("retry")}
            </Button>
          </div>
        )}
      </div>
      <TodayHead today={today} shape={shape} />
      <Mine mine={today.mine} />
      <div ref={list} className={styles.page}>
        <AttentionList today={today} shape={shape} />
        {today.edition ? (
          <>
            <Phases today={today} edition={today.edition} />
            <AheadList today={today} />
            <DailyFigure today={today} edition={today.edition} />
          </>
        ) : (
          <p className={styles.lead}>{t("noEdition")}</p>
        )}
        <p>
          <GoLink component={Link} href="/dashboard/regia/avvisi">
            {t("notices")}
          </GoLink>
        </p>
      </div>
    </>
  );
}

/**
 * Links to the applications in the staff member's charge that need attention, and to the open data requests in the
 * staff member's charge. Renders nothing if there are none.
 */
function Mine({ mine: { applications, requests } }: Pick<Answer, "mine">) {
  const t = useTranslations("staff.today.mine");
  if (applications + requests === 0) return null;
  return (
    <p className={styles.mine}>
      <strong>{t("title")}</strong>
      {applications > 0 && (
        <Link href={`${screenNamed("applications").path}?owner=me&needs=yes`}>
          {t("applications", { count: applications })}
        </Link>
      )}
      {requests > 0 && (
        <Link href={`${screenNamed("people").path}/richieste?owner=me`}>
          {t("requests", { count: requests })}
        </Link>
      )}
    </p>
  );
}

/**
 * Reports whether the user points at a part of the page, or has the focus in the part. While true, nothing in the part
 * moves.
 */
function useBusy(part: RefObject<HTMLElement | null>): boolean {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const over = new AbortController();
    const listen = (event: string, then: () => void) =>
      element.addEventListener(event, then, { signal: over.signal });
    listen("pointerenter", () => setPointed(true));
    listen("pointerleave", () => setPointed(false));
    listen("focusin", () => setFocused(true));
    listen("focusout", () => setFocused(false));
    return () => over.abort();
  }, [part]);
  return pointed || focused;
}
