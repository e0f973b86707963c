import type { Content, Summary } from "./api/content";
import { config } from "./config";
import type { EventTimes } from "./events";
import { addressFor } from "./metadata";

/*
 * What pages tell search engines of themselves, in schema.org's words (components/content/json-ld).
 */

type Data = Record<string, unknown>;

const organization = { "@type": "Organization", name: config.programmeName, url: config.siteUrl };

function about(item: Summary, path: string): Data {
  return {
    description: item.excerpt,
    inLanguage: item.locale,
    url: addressFor(item.locale, path),
    ...(item.image && { image: item.image.src }),
  };
}

/** An article or a story. */
export function articleData(item: Content, path: string): Data {
  return {
    "@type": "Article",
    headline: item.title,
    ...about(item, path),
    datePublished: item.publishedAt,
    dateModified: item.modifiedAt,
    ...(item.author && { author: { "@type": "Person", name: item.author } }),
    publisher: organization,
    ...(item.tags.length > 0 && { keywords: item.tags }),
  };
}

/** An event with its instants; a place that is only a stream is a virtual one. */
export function eventData(item: Content, times: EventTimes | null, path: string): Data {
  const { location, link } = item.meta;
  return {
    "@type": "Event",
    name: item.title,
    ...about(item, path),
    ...(times && {
      startDate: times.startsAt.toISOString(),
      endDate: times.endsAt.toISOString(),
    }),
    eventStatus: "https://schema.org/EventScheduled",
    ...(location && { location: { "@type": "Place", name: location, address: location } }),
    ...(link && {
      offers: {
        "@type": "Offer",
        price: 0,
        priceCurrency: "EUR",
        url: new URL(link, config.siteUrl).href,
      },
    }),
    organizer: organization,
  };
}

/** A course. */
export function courseData(item: Content, path: string): Data {
  return {
    "@type": "Course",
    name: item.title,
    ...about(item, path),
    provider: organization,
    isAccessibleForFree: true,
    ...(item.meta.level && { educationalLevel: item.meta.level }),
    ...(item.author && { author: { "@type": "Person", name: item.author } }),
  };
}

/** Where a page belongs, from the widest to itself. */
export function breadcrumbData(
  locale: Content["locale"],
  trail: readonly { href: string; words: string }[],
): Data {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ href, words }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: words,
      item: addressFor(locale, href),
    })),
  };
}
