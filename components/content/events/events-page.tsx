import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SectionHead } from "@/components/ui/page/section-head";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import { type Attendance, attendancesAt, EVENT_LISTS } from "@/contract/content/attendance";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { byMonth, byTime, type EventTimes } from "@/lib/site/events";
import page from "../page.module.css";
import { EventLine } from "./event-line";
import { EventList } from "./event-list";
import styles from "./events-page.module.css";

type Dated = { event: Summary; times: EventTimes | null };

/**
 * Renders the page of events: upcoming events on a time axis, the timetable by month, then past events.
 *
 * @param attendance shows only events with this way to take part; null for all events
 */
export function EventsPage({
  events,
  attendance = null,
}: {
  events: readonly Summary[];
  attendance?: Attendance | null;
}) {
  const t = useTranslations("events");
  const shown = attendance
    ? events.filter(({ meta }) => attendancesAt(meta.location).includes(attendance))
    : events;
  const { coming, past } = byTime(shown, new Date());
  return (
    <>
      <SectionHead
        section="community"
        title={<h1>{attendance ? t(`only.${attendance}.title`) : t("title")}</h1>}
        lead={<p>{t("lead")}</p>}
      >
        <EventLine events={coming} />
      </SectionHead>
      <section className={page.section} data-section="community">
        <div className={page.inner}>
          <div className={styles.filters}>
            <TabRow label={t("filters")}>
              <TabLink
                component={PageLink}
                prefetch={false}
                href="/evento"
                current={attendance === null}
              >
                {t("everything")}
              </TabLink>
              {EVENT_LISTS.map((list) => (
                <TabLink
                  key={list.slug}
                  component={PageLink}
                  prefetch={false}
                  href={itemPath("events", list.slug)}
                  current={attendance === list.attendance}
                >
                  {t(`only.${list.attendance}.tab`)}
                </TabLink>
              ))}
            </TabRow>
          </div>
          <div className={page.head}>
            <h2>{t("coming")}</h2>
          </div>
          {coming.length > 0 ? (
            <Months events={coming} />
          ) : (
            <EmptyState
              level={3}
              title={attendance ? t(`only.${attendance}.none`) : t("none")}
              text={t("noneText")}
            >
              {attendance && (
                <GoLink component={PageLink} href="/evento" prefetch={false}>
                  {t("all")}
                </GoLink>
              )}
            </EmptyState>
          )}
        </div>
      </section>
      {past.length > 0 && (
        <section className={page.section} data-flood data-section="community">
          <div className={page.inner}>
            <div className={page.head}>
              <h2>{t("past")}</h2>
            </div>
            <Months events={past} />
          </div>
        </section>
      )}
    </>
  );
}

/** Lists events in groups, each below the name of its month. */
function Months({ events }: { events: readonly Dated[] }) {
  const t = useTranslations("events");
  const dates = datesIn(useLocale());
  return (
    <div className={styles.months}>
      {byMonth(events).map(({ month, at, events: held }) => (
        <div key={month}>
          <h3 className={styles.month}>
            {at ? dates.date(at, { month: "long", year: "numeric" }) : t("noDate")}
          </h3>
          <EventList events={held} level={4} />
        </div>
      ))}
    </div>
  );
}
