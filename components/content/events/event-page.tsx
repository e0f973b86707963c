import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { GoLink } from "@/components/ui/buttons/go-link";
import { catalogueOf, itemOf } from "@/lib/content/catalogue";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { byTime, eventTimes } from "@/lib/site/events";
import { breadcrumbData, eventData } from "@/lib/site/structured-data";
import { JsonLd } from "../json-ld";
import styles from "../page.module.css";
import { ReadingPage } from "../reading/reading-page";
import { EventFacts } from "./event-facts";
import { EventList } from "./event-list";

/** Number of other events at the end of an event's page. */
const MORE = 3;

/** Renders the page of an event: time, place, registration, and programme. */
export async function EventPage({ slug }: { slug: string }) {
  const locale = await getLocale();
  const t = await getTranslations("events");
  const community = await getTranslations("community");
  const item = await itemOf("events", slug, locale);
  if (!item) notFound();
  const times = eventTimes(item.meta);
  const trail = [
    { href: "/community", words: community("title") },
    { href: "/evento", words: t("title") },
  ];
  const here = { href: itemPath("events", item.slug), words: item.title };
  const others = (await catalogueOf("events", locale)).filter((other) => other.slug !== item.slug);
  const { coming } = byTime(others, new Date());
  return (
    <>
      <JsonLd data={eventData(item, times)} />
      <JsonLd data={breadcrumbData(locale, [...trail, here])} />
      <ReadingPage
        item={item}
        type="events"
        trail={trail}
        below={<EventFacts event={item} times={times} here={here.href} />}
      />
      {coming.length > 0 && (
        <section className={styles.section} data-flood data-section="community">
          <div className={styles.inner}>
            <div className={styles.head}>
              <h2>{t("more")}</h2>
              <GoLink component={PageLink} href="/evento" prefetch={false}>
                {t("all")}
              </GoLink>
            </div>
            <EventList events={coming.slice(0, MORE)} />
          </div>
        </section>
      )}
    </>
  );
}
