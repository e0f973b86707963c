import { describe, expect, test, vi } from "vitest";
import type { Content } from "../content/content";
import { callCalendar } from "./dates/call-files";
import { eventTimes } from "./events";
import {
  articleData,
  breadcrumbData,
  callData,
  courseData,
  eventData,
  lessonData,
  organizationData,
  webSiteData,
} from "./structured-data";

const SITE = "http://localhost:3000";

function item(words: Partial<Content> = {}): Content {
  return {
    type: "events",
    slug: "due-rive",
    locale: "en",
    status: "publish",
    title: "Two shores",
    excerpt: "Three companies.",
    html: "",
    publishedAt: "2026-11-20T00:00:00.000Z",
    modifiedAt: "2026-11-21T08:30:00.000Z",
    author: null,
    tags: [],
    image: null,
    meta: {},
    ...words,
  };
}

test("the site's data has its search URL in each language", () => {
  const actions = (["it", "en"] as const).map((locale) => webSiteData(locale).potentialAction);
  expect(actions).toMatchObject([
    { target: { urlTemplate: `${SITE}/search?q={search_term_string}` } },
    { target: { urlTemplate: `${SITE}/en/search?q={search_term_string}` } },
  ]);
  expect(webSiteData("it").publisher).toEqual({ "@id": organizationData()["@id"] });
});

test("the organization has its address, its phone number and its group", () => {
  expect(organizationData()).toMatchObject({
    telephone: expect.stringMatching(/^\+39 /),
    address: expect.stringContaining("Bari"),
    parentOrganization: { name: "Ventotto" },
  });
});

test("the organization has social profiles only if they are configured", async () => {
  expect(organizationData()).not.toHaveProperty("sameAs");
  vi.resetModules();
  vi.stubEnv("SOCIAL_YOUTUBE_URL", "https://social.test/slancio");
  const configured = await import("./structured-data");
  expect(configured.organizationData().sameAs).toEqual(["https://social.test/slancio"]);
  vi.unstubAllEnvs();
});

test("an event has its times, its place, its image and its URL", () => {
  const times = { starts_at: "2027-04-15T18:00", ends_at: "2027-04-15T20:00" };
  const meta = { ...times, location: "Molo 3, Bari", link: "/x" };
  expect(eventData(item({ meta }), eventTimes(meta))).toMatchObject({
    startDate: "2027-04-15T16:00:00.000Z",
    endDate: "2027-04-15T18:00:00.000Z",
    url: `${SITE}/en/evento/due-rive`,
    image: expect.stringContaining(`${SITE}/og/en/events/due-rive.png?v=`),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: "Molo 3, Bari" },
    offers: { price: 0, url: `${SITE}/x` },
  });
});

test("an event without an end has only a start", () => {
  const meta = { starts_at: "2027-04-15T18:00" };
  const data = eventData(item({ meta }), eventTimes(meta));
  expect(data.startDate).toBe("2027-04-15T16:00:00.000Z");
  expect(data).not.toHaveProperty("endDate");
});

test("an event to which people register by email has no offer with a URL", () => {
  const meta = { location: "In video", link: "mailto:a@slancio.example" };
  const data = eventData(item({ meta }), null);
  expect(data).not.toHaveProperty("offers");
  expect(data.location).toMatchObject({ url: `${SITE}/en/evento/due-rive` });
});

test.each([
  ["In diretta video", "Online", "VirtualLocation"],
  ["Live on video", "Online", "VirtualLocation"],
  ["", "Online", "VirtualLocation"],
  ["Molo 3, Bari, e in diretta video", "Mixed", "Place"],
  ["Livenza, Sala Online 2", "Mixed", "Place"],
])("an event at “%s” is %s", (location, mode, type) => {
  const data = eventData(item({ meta: { location } }), null);
  expect(data.eventAttendanceMode).toContain(mode);
  expect(data.location).toMatchObject({ "@type": type });
});

test("the data of articles and courses has the programme and the author or teacher", () => {
  const article = articleData(item({ author: "Ada Riva", tags: ["Idee"] }), "posts");
  expect(article).toMatchObject({
    url: `${SITE}/en/magazine/due-rive`,
    headline: "Two shores",
    datePublished: "2026-11-20T00:00:00.000Z",
    dateModified: "2026-11-21T08:30:00.000Z",
    author: { name: "Ada Riva" },
    publisher: { name: "Slancio" },
  });
  expect(courseData(item())).toMatchObject({
    name: "Two shores",
    description: "Three companies.",
    provider: { name: "Slancio" },
    url: `${SITE}/en/corso/due-rive`,
  });
});

test("a lesson has its kind and its minutes", () => {
  const meta = { kind: "workshop", duration: "75 minutes" };
  expect(lessonData(item({ meta }))).toMatchObject({
    "@type": "LearningResource",
    url: `${SITE}/en/academy/due-rive`,
    learningResourceType: "workshop",
    timeRequired: "PT75M",
  });
  expect(lessonData(item({ meta: { duration: "an evening" } }))).not.toHaveProperty("timeRequired");
});

test("a course with a date has an instance with its place and capacity", () => {
  expect(courseData(item()).hasCourseInstance).toBeUndefined();
  const meta = { starts_at: "2027-01-12T18:30", location: "By video", places: "12" };
  expect(courseData(item({ meta })).hasCourseInstance).toEqual({
    "@type": "CourseInstance",
    courseMode: "Online",
    startDate: "2027-01-12T17:30:00.000Z",
    location: "By video",
    maximumAttendeeCapacity: 12,
  });
});

test("a breadcrumb trail is numbered from one, with absolute URLs", () => {
  const trail = [
    { href: "/storie", words: "Stories" },
    { href: "/storie/lumaca", words: "Lumaca" },
  ];
  expect(breadcrumbData("en", trail).itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Stories", item: `${SITE}/en/storie` },
    { "@type": "ListItem", position: 2, name: "Lumaca", item: `${SITE}/en/storie/lumaca` },
  ]);
});

describe("the call", () => {
  const applying = {
    year: 2026,
    opensAt: "2026-06-30T22:00:00.000Z",
    closesAt: "2026-09-30T22:00:00.000Z",
  };
  const said = {
    name: "Call 2026",
    description: "Who may apply",
    words: (moment: string, time: string) => ({ title: moment, text: `until ${time}` }),
  };

  test("the call's data has the deadline and the subject, and unset days are no events", () => {
    const data = callData("en", applying, said);
    expect(data).toMatchObject({
      "@type": "Event",
      name: "Call 2026",
      url: `${SITE}/en/call-for-ideas`,
      startDate: applying.opensAt,
      endDate: applying.closesAt,
      about: { "@type": "MonetaryGrant", amount: { value: 50_000, currency: "EUR" } },
    });
    expect(data).not.toHaveProperty("subEvent");
  });

  test("the call's data has evaluation and winners as complete events on the calendar's days", () => {
    const edition = {
      ...applying,
      evaluationOpensAt: null,
      evaluationClosesAt: "2026-11-30T23:00:00.000Z",
      awardedAt: "2026-12-09T23:00:00.000Z",
    };
    const after = callData("it", edition, said).subEvent as Record<string, unknown>[];
    expect(after.map(({ name, startDate, endDate }) => [name, startDate, endDate])).toEqual([
      ["evaluation", "2026-10-01", "2026-11-30"],
      ["winners", "2026-12-10", "2026-12-10"],
    ]);
    const lines = callCalendar(edition, "it", "x", said.words, new Date("2026-11-23T10:00:00Z"));
    for (const { startDate } of after) {
      expect(lines).toContain(`DTSTART;VALUE=DATE:${String(startDate).replaceAll("-", "")}`);
    }
    for (const event of after) {
      expect(event).toMatchObject({
        "@type": "Event",
        description: expect.stringContaining("until"),
        url: `${SITE}/call-for-ideas`,
        inLanguage: "it",
        image: expect.stringMatching(/^http.*\.png/),
        eventStatus: "https://schema.org/EventScheduled",
        eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
        location: { "@type": "VirtualLocation", url: `${SITE}/call-for-ideas` },
        organizer: { "@type": "Organization", name: expect.any(String) },
      });
    }
  });
});
