import { attendancesAt } from "@/contract/content/attendance";
import type { TypeWith } from "@/contract/content/content-types";
import { romeDay } from "@/contract/deadline";
import { DEFAULT_LANGUAGE, type Language } from "@/contract/languages";
import { GRANT } from "@/contract/programme";
import type { EditionDates } from "../browser/countdown";
import { config } from "../config";
import type { Content, Summary } from "../content/content";
import { itemPath, type PagedType } from "../routes/items";
import { SECTION_PATH } from "../routes/lookup";
import { SEARCH_PATH } from "../routes/pages";
import { pagePicture } from "../routes/social-image";
import { type CallMoment, callDays, type MomentWords } from "./dates/call-days";
import { type EventTimes, eventTimes } from "./events";
import { addressFor, itemPictureAddress, socialImageAddress } from "./metadata";

/*
 * Structured data for search engines, in schema.org terms. The component components/content/json-ld writes it into
 * pages.
 */

type Data = Record<string, unknown>;

const organization = {
  "@type": "Organization",
  "@id": `${config.siteUrl}/#organization`,
  name: config.programmeName,
  url: config.siteUrl,
};

/** Returns structured data about the organization, with its configured social profiles. */
export function organizationData(): Data {
  const profiles = config.social.map(({ href }) => href);
  return {
    ...organization,
    logo: `${config.siteUrl}/icons/icon-512.png`,
    image: socialImageAddress(pagePicture(DEFAULT_LANGUAGE, "/")),
    email: config.contactMail,
    telephone: config.phone,
    address: config.postalAddress,
    parentOrganization: { "@type": "Organization", name: config.group.name },
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

/** Returns structured data about the site in a language, and about its search. */
export function webSiteData(locale: Language): Data {
  return {
    "@type": "WebSite",
    "@id": `${addressFor(locale, "/")}#website`,
    name: config.programmeName,
    url: addressFor(locale, "/"),
    inLanguage: locale,
    publisher: { "@id": organization["@id"] },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${addressFor(locale, SEARCH_PATH)}?q={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
}

function about(item: Summary, type: PagedType): Data {
  const { slug, locale } = item;
  return {
    ...(item.excerpt && { description: item.excerpt }),
    inLanguage: locale,
    url: addressFor(locale, itemPath(type, slug)),
    image: itemPictureAddress(type, item),
  };
}

/** Returns structured data about an article or a story. */
export function articleData(item: Content, type: TypeWith<"article">): Data {
  return {
    "@type": "Article",
    headline: item.title,
    ...about(item, type),
    datePublished: item.publishedAt,
    dateModified: item.modifiedAt,
    ...(item.author && { author: { "@type": "Person", name: item.author } }),
    publisher: organization,
    ...(item.tags.length > 0 && { keywords: item.tags }),
  };
}

const free = { "@type": "Offer", price: 0, priceCurrency: "EUR" };

/** Returns structured data about an event with its start and end. The location of an online-only event is its URL. */
export function eventData(item: Content, times: EventTimes | null): Data {
  const { location = "" } = item.meta;
  const attendances = attendancesAt(location);
  const [online, here] = [attendances.includes("online"), attendances.includes("onsite")];
  const url = item.meta.link ? new URL(item.meta.link, config.siteUrl) : null;
  // Omit an email address, because search engines cannot open it as the event's page.
  const link = url?.protocol.startsWith("http") ? url.href : null;
  return {
    "@type": "Event",
    name: item.title,
    ...about(item, "events"),
    ...(times && {
      startDate: times.startsAt.toISOString(),
      ...(!times.isEndAssumed && { endDate: times.endsAt.toISOString() }),
    }),
    eventStatus: "https://schema.org/EventScheduled",
    isAccessibleForFree: true,
    eventAttendanceMode: `https://schema.org/${attendance(here, online)}EventAttendanceMode`,
    location: here
      ? { "@type": "Place", name: location, address: location }
      : {
          "@type": "VirtualLocation",
          url: link || addressFor(item.locale, itemPath("events", item.slug)),
        },
    ...(link && { offers: { ...free, url: link } }),
    organizer: organization,
  };
}

/**
 * Steps of an edition after the call closes. Each becomes a separate event in the structured data when its days are
 * known.
 */
const AFTER: readonly CallMoment[] = ["evaluation", "round", "winners"];

/**
 * Returns structured data about the call as an event from its opening to its closing, with the call's subject. The
 * steps after the closing are sub-events, with the same days as in the call's calendar (call-files.ts).
 */
export function callData(
  locale: Language,
  edition: EditionDates,
  { name, description, words }: { name: string; description: string; words: MomentWords },
): Data {
  const { opensAt, closesAt } = edition;
  const url = addressFor(locale, SECTION_PATH.call);
  const held = {
    inLanguage: locale,
    url,
    image: socialImageAddress(pagePicture(locale, SECTION_PATH.call), closesAt),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: `https://schema.org/${attendance(false, true)}EventAttendanceMode`,
    location: { "@type": "VirtualLocation", url },
    organizer: organization,
  };
  const after = callDays(edition)
    .filter(({ moment }) => AFTER.includes(moment))
    .map(({ moment, first, last, time, round }) => {
      const { title, text } = words(moment, time, round);
      const days = { startDate: romeDay(first), endDate: romeDay(last) };
      return { "@type": "Event", name: title, description: text, ...held, ...days };
    });
  return {
    "@type": "Event",
    name,
    description,
    ...held,
    startDate: opensAt,
    endDate: closesAt,
    isAccessibleForFree: true,
    ...(after.length > 0 && { subEvent: after }),
    about: {
      "@type": "MonetaryGrant",
      name,
      amount: { "@type": "MonetaryAmount", value: GRANT, currency: "EUR" },
      funder: organization,
    },
  };
}

function attendance(here: boolean, online: boolean): "Mixed" | "Offline" | "Online" {
  if (here && online) return "Mixed";
  return here ? "Offline" : "Online";
}

/** Returns structured data about a course. A course with a date has one instance, which starts on that date. */
export function courseData(item: Content): Data {
  const times = eventTimes(item.meta);
  return {
    "@type": "Course",
    name: item.title,
    ...about(item, "courses"),
    provider: organization,
    offers: { ...free, category: "Free" },
    isAccessibleForFree: true,
    ...(times && {
      hasCourseInstance: {
        "@type": "CourseInstance",
        courseMode: attendancesAt(item.meta.location).includes("online") ? "Online" : "Onsite",
        startDate: times.startsAt.toISOString(),
        ...(item.meta.location && { location: item.meta.location }),
        ...(item.meta.places && { maximumAttendeeCapacity: Number.parseInt(item.meta.places, 10) }),
      },
    }),
    ...(item.meta.level && { educationalLevel: item.meta.level }),
    ...(item.author && { author: { "@type": "Person", name: item.author } }),
  };
}

/** Returns structured data about a lesson of the Academy. */
export function lessonData(item: Content): Data {
  const minutes = /^(\d+) min/.exec(item.meta.duration ?? "")?.[1];
  return {
    "@type": "LearningResource",
    name: item.title,
    ...about(item, "lessons"),
    provider: organization,
    isAccessibleForFree: true,
    learningResourceType: item.meta.kind === "workshop" ? "workshop" : "lesson",
    ...(minutes && { timeRequired: `PT${minutes}M` }),
    ...(item.author && { author: { "@type": "Person", name: item.author } }),
  };
}

/** Returns structured data about a page's breadcrumbs, from the site's home page to the page. */
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
