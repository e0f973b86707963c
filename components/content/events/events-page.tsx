import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { SectionHead } from "@/components/ui/page/section-head";
import type { Summary } from "@/lib/content/content";
import { byTime } from "@/lib/site/events";
import { Wave } from "../covers/wave";
import styles from "../page.module.css";
import { EventList } from "./event-list";

/** Renders the events: upcoming events as raised rings, then the timetable, then past events. */
export function EventsPage({ events }: { events: readonly Summary[] }) {
  const t = useTranslations("events");
  const { coming, past } = byTime(events, new Date());
  return (
    <>
      <SectionHead section="community" title={<h1>{t("title")}</h1>} lead={<p>{t("lead")}</p>}>
        <Wave
          parts={[
            { count: past.length, words: t("wavePast", { count: past.length }) },
            { count: coming.length, words: t("waveComing", { count: coming.length }), rises: true },
          ]}
        />
      </SectionHead>
      <section className={styles.section} data-section="community">
        <div className={styles.inner}>
          <div className={styles.head}>
            <h2>{t("coming")}</h2>
          </div>
          {coming.length > 0 ? (
            <EventList events={coming} />
          ) : (
            <EmptyState level={3} title={t("none")} text={t("noneText")} />
          )}
        </div>
      </section>
      {past.length > 0 && (
        <section className={styles.section} data-flood data-section="community">
          <div className={styles.inner}>
            <div className={styles.head}>
              <h2>{t("past")}</h2>
            </div>
            <EventList events={past} />
          </div>
        </section>
      )}
    </>
  );
}
