import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { EventPage } from "@/components/content/events/event-page";
import { EventsPage } from "@/components/content/events/events-page";
import { PreviewBar } from "@/components/content/preview-bar";
import { CallBand } from "@/components/site/call/call-band";
import { type Attendance, EVENT_LISTS } from "@/contract/content/attendance";
import { plainSlug } from "@/contract/content/slugs";
import type { Language } from "@/contract/languages";
import { catalogueOf, draftOf, listedAs, slugParams } from "@/lib/content/catalogue";
import { itemPath } from "@/lib/routes/items";
import { pictureTitle } from "@/lib/site/card";
import { itemMetadata } from "@/lib/site/item-metadata";
import { pageMetadata } from "@/lib/site/metadata";

type Props = { params: Promise<{ slug: string }> };

export const revalidate = 300;

export async function generateStaticParams({ params }: { params: { locale: string } }) {
  const slugs = new Set([
    ...EVENT_LISTS.map(({ slug }) => slug),
    ...(await slugParams("events", params)).map(({ slug }) => slug),
  ]);
  return [...slugs].map((slug) => ({ slug }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const slug = plainSlug((await params).slug);
  const locale = await getLocale();
  const attendance = await eventListAt(slug, locale);
  if (!attendance) return itemMetadata("events", slug, locale);
  const t = await getTranslations("events");
  const title = t(`only.${attendance}.title`);
  const description = t(`only.${attendance}.metaDescription`);
  const path = itemPath("events", slug);
  const drawn = await pictureTitle(locale, path);
  return pageMetadata({ locale, path, title, description, drawn });
}

/** Renders the page of one event, or the list of events that offer one way to take part (online or in person). */
export default async function Event({ params }: Props) {
  const slug = plainSlug((await params).slug);
  const locale = await getLocale();
  const attendance = await eventListAt(slug, locale);
  if (attendance) {
    return (
      <>
        <EventsPage events={await catalogueOf("events", locale)} attendance={attendance} />
        <CallBand page="list" />
      </>
    );
  }
  return (
    <>
      <PreviewBar />
      <EventPage slug={slug} />
      <CallBand page="event" />
    </>
  );
}

/**
 * Returns the way to take part (`Attendance`) that the URL /evento/{slug} selects. Returns null if the slug is unknown,
 * or if an event has this slug, because the event's page has priority.
 */
async function eventListAt(slug: string, locale: Language): Promise<Attendance | null> {
  const list = EVENT_LISTS.find((one) => one.slug === slug);
  if (!list) return null;
  const event = (await draftOf("events", slug, locale)) ?? (await listedAs("events", slug, locale));
  return event ? null : list.attendance;
}
