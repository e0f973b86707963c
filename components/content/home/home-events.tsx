import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { byTime } from "@/lib/site/events";
import { EventList } from "../events/event-list";
import styles from "./home-bands.module.css";

/** Number of events on the home page. A link leads to all events. */
const SHOWN = 4;

/** Renders upcoming events as a timetable. Renders nothing if no event is upcoming. */
export function HomeEvents({ events }: { events: readonly Summary[] }) {
  const t = useTranslations("home.events");
  const coming = byTime(events, new Date()).coming.slice(0, SHOWN);
  if (coming.length === 0) return null;
  return (
    <section className={styles.band} data-flood data-section="community">
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2>{t("title")}</h2>
          <GoLink component={PageLink} href="/evento" prefetch={false}>
            {t("all")}
          </GoLink>
        </div>
        <div className={styles.timetable}>
          <EventList events={coming} />
        </div>
      </div>
    </section>
  );
}
