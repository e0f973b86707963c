import { expect, test } from "vitest";
import { LANGUAGES } from "../languages";
import { EVENT_LISTS } from "./attendance";
import { type ContentItem, contentItemSchema } from "./content";
import { check, type Known } from "./content-check";
import type { ContentType } from "./content-types";
import { CONTENT_TYPES } from "./content-types";
import { EDITOR_MESSAGES, findingText } from "./editor-messages";
import { FIELDS, fieldsOf } from "./fields";
import { pagesOf } from "./known-texts";

const known: Known = {
  has: ({ slug }) => slug === "uscito",
  authors: new Set(["Ada Lentini"]),
  subjects: new Set(["Idee"]),
  translations: [{ language: "en", modifiedAt: new Date("2026-01-02T00:00:00Z") }],
  origins: ["https://www.example.org"],
  pictureHosts: ["wp.example"],
};

const PICTURE = { source_url: "https://wp.example/a.jpg", alt_text: "Un porto" };

function item(values: Record<string, unknown> = {}): ContentItem {
  return contentItemSchema.parse({
    id: 1,
    slug: "uno",
    date_gmt: "2026-01-01T00:00:00",
    modified_gmt: "2026-01-01T00:00:00",
    status: "publish",
    title: { rendered: "Uno" },
    content: { rendered: "<p>Testo.</p>" },
    featured_media: 3,
    _embedded: {
      author: [{ name: "Ada Lentini" }],
      "wp:featuredmedia": [PICTURE],
      "wp:term": [[{ name: "Idee", slug: "idee" }]],
    },
    ...values,
  });
}

const text = (rendered: string) => ({ content: { rendered } });
const own = (name: string) => `<img src="/wp-json/media/${name}" alt="A">`;
const embedded = (more: object) => ({ _embedded: { ...item()._embedded, ...more } });
const rules = (type: ContentType, values?: Record<string, unknown>, more: Partial<Known> = {}) =>
  check(type, item(values), "it", { ...known, ...more }).map(({ rule }) => rule);

test("a complete article has no finding", () => {
  const links =
    '<a href="/magazine/uscito">a</a><a href="https://www.example.org/en/corso">b</a><a href="#nota">c</a><a href="www.altrove.example">d</a><a href="mailto:a@b.it">e</a><img src="/wp-content/x.jpg" alt="X">';
  expect(rules("posts", text(`<p>Testo</p>${links}<p>[sic] [1]</p>`))).toEqual([]);
});

test.each<[string, ContentType, Record<string, unknown>, Partial<Known>?]>([
  ["title_empty", "posts", { title: { rendered: " " } }],
  ["text_empty", "posts", text("<p>&nbsp;</p>")],
  ["text_long", "posts", text("a".repeat(500_001))],
  ["protected", "posts", { content: { rendered: "", protected: true } }],
  ["encoding", "posts", text("<p>Citt\uFFFD</p>")],
  ["slug_wrong", "posts", { slug: "due parole" }],
  ["slug_number", "posts", { slug: "2" }],
  ["slug_list", "events", { slug: "online" }],
  ["slug_list", "events", { slug: "", generated_slug: "dal-vivo" }],
  ["page_unknown", "pages", { slug: "nuova" }],
  ["field_date", "events", { meta: { starts_at: "15/04/2027 18:00" } }],
  ["field_date", "courses", { meta: { starts_at: "2027-02-31" } }],
  ["field_choice", "stories", { meta: { outcome: "vincitore", edition: "2025" } }],
  ["field_year", "stories", { meta: { edition: "2025/26" } }],
  ["field_link", "courses", { meta: { link: "javascript:alert(1)" } }],
  ["field_email", "people", { meta: { email: "ada" } }],
  ["field_figure", "stories", { meta: { figure: "molte scuole", edition: "2025" } }],
  ["field_count", "courses", { meta: { places: "molti" } }],
  ["field_focus", "posts", { meta: { focus: "center" } }],
  ["field_cover", "posts", { meta: { cover: "quadro" } }],
  ["field_further", "posts", { meta: { further: "https://example.org" } }],
  ["field_slugs", "posts", { meta: { translation_of: "a/b" } }],
  ["ends_early", "events", { meta: { starts_at: "2027-04-15T18:00", ends_at: "2027-04-14" } }],
  [
    "ends_early",
    "events",
    { meta: { starts_at: "2027-04-15T18:00", ends_at: "2027-04-15T17:00" } },
  ],
  ["event_undated", "events", {}],
  ["edition_missing", "alumni", { meta: { outcome: "winner" } }],
  [
    "subject_missing",
    "posts",
    embedded({ "wp:term": [[{ name: "Uncategorized", slug: "uncategorized" }]] }),
  ],
  [
    "subject_missing",
    "posts",
    embedded({ "wp:term": [[{ name: "Uncategorized", slug: "uncategorized-en" }]] }),
  ],
  ["subject_new", "posts", embedded({ "wp:term": [[{ name: "Ideee", slug: "ideee" }]] })],
  ["author_unknown", "posts", embedded({ author: [{ name: "Ada Lentinni" }] })],
  ["picture_missing", "posts", embedded({ "wp:featuredmedia": [] })],
  ["picture_private", "posts", embedded({ "wp:featuredmedia": [{ code: "rest_forbidden" }] })],
  [
    "picture_foreign",
    "posts",
    embedded({ "wp:featuredmedia": [{ ...PICTURE, source_url: "https://cdn.example/a.jpg" }] }),
  ],
  [
    "picture_format",
    "posts",
    embedded({ "wp:featuredmedia": [{ ...PICTURE, source_url: "https://wp.example/a.gif" }] }),
  ],
  ["picture_alt", "posts", embedded({ "wp:featuredmedia": [{ ...PICTURE, alt_text: " " }] })],
  ["image_foreign", "posts", text('<p>a</p><img src="https://cdn.example/a.jpg" alt="A">')],
  ["image_foreign", "posts", text('<p>a</p><img src="mai.jpg" alt="A">')],
  ["image_missing", "posts", text(`<p>a</p>${own("mai.jpg")}`), { hasFile: () => false }],
  ["image_name", "posts", text(`<p>a</p>${own("Molo.jpg")}`), { hasFile: () => true }],
  ["image_name", "posts", text(`<p>a</p>${own("citt%C3%A0.jpg")}`), { hasFile: () => true }],
  ["image_name", "posts", text("<p>![Un molo](un molo.jpg)</p>"), { hasFile: () => true }],
  ["image_alt", "posts", text("<p>a</p><img src='/a.jpg' alt=''>")],
  ["element_removed", "posts", text("<p>a</p><form><input></form>")],
  ["element_removed", "posts", text('<p>a</p><iframe src="https://maps.example/x"></iframe>')],
  ["player_foreign", "posts", text('<video src="https://cdn.example/a.mp4"></video>')],
  ["player_foreign", "posts", text('<video src="https://www.example.org/a.mp4"></video>')],
  ["player_foreign", "posts", text('<audio src="https://wp.example/a.avi"></audio>')],
  ["player_foreign", "posts", text('<video src="/a.mp4"></video>'), { hasFile: () => true }],
  ["shortcode", "posts", text("<p>[vc_row]Testo[/vc_row]</p>")],
  ["shortcode", "posts", text('<p>[gallery ids="1"</p>')],
  ["shortcode", "posts", text("<p>[bars: una didascalia</p>")],
  ["shortcode", "posts", text("<p>Il team {{teamMax non chiuso.</p>")],
  ["link_wrong", "posts", text('<a href="javascript:alert(1)">a</a>')],
  ["link_dead", "posts", text('<a href="/magazine/mai-scritto">a</a>')],
  ["link_dead", "posts", text('<a href="https://www.example.org/en/evento/mai?x=1&amp;y=2">a</a>')],
  ["link_dead", "posts", text('<a href="/nessuna-pagina">a</a>')],
  ["further_dead", "posts", { meta: { further: "/evento/mai-scritto" } }],
  ["translation_missing", "posts", {}, { translations: [] }],
])("the content check finds %s in %s %#", (rule, type, values, more) => {
  expect(rules(type, values, more)).toContain(rule);
});

test("a shortcode in code is an example, not a finding", () => {
  const code = text('<pre class="wp-block-code"><code>[gallery ids="1"]</code></pre><p>a</p>');
  expect(rules("posts", code)).not.toContain("shortcode");
});

test("a link with a slash, a query or a part of a page leads to the same text", () => {
  for (const end of ["/", "?utm_source=x", "#programma", "/?x=1#programma"]) {
    const href = `/magazine/uscito${end}`;
    expect(rules("posts", text(`<p>a</p><a href="${href}">a</a>`)), href).toEqual([]);
    const gone = `https://www.example.org/magazine/mai${end}`;
    expect(rules("posts", text(`<p>a</p><a href="${gone}">a</a>`)), gone).toEqual(["link_dead"]);
  }
});

test("an event can end on the day on which it starts", () => {
  const meta = { starts_at: "2027-04-15T18:00", ends_at: "2027-04-15" };
  expect(rules("events", { meta })).not.toContain("ends_early");
});

test("a link to a list of events is not dead", () => {
  for (const { slug } of EVENT_LISTS)
    expect(
      rules("posts", text(`<p>a</p><a href="/evento/${slug}">a</a>`), { has: pagesOf([]) }),
      slug,
    ).toEqual([]);
});

test("a link to a page of the WordPress is dead only if the site lacks the page", () => {
  const links: Record<string, string | null> = {
    "https://wp.example/?p=7": "/magazine/uscito",
    "https://wp.example/allegato": null,
  };
  const more = {
    origins: [...known.origins, "https://wp.example"],
    siteLink: (address: string) => links[address],
  };
  const found = (href: string) => rules("posts", text(`<p>a</p><a href="${href}">a</a>`), more);
  expect(found("https://wp.example/?p=7")).toEqual([]);
  expect(found("https://wp.example/allegato")).toEqual(["link_dead"]);
  expect(found("https://wp.example/magazine/uscito/")).toEqual([]);
});

test("a lesson without a text has a finding unless it links to its provider", () => {
  const empty = { content: { rendered: "" } };
  expect(rules("lessons", empty)).toContain("text_empty");
  expect(rules("lessons", { ...empty, meta: { link: "https://learning.test" } })).toEqual([]);
});

test("a translation is compared with its original", () => {
  const english = (translations: Known["translations"]) =>
    check("posts", item(), "en", { ...known, ...(translations && { translations }) }).map(
      ({ rule }) => rule,
    );
  const original = (day: string) => [{ language: "it" as const, modifiedAt: new Date(day) }];
  expect(english([])).toEqual(["translation_alone"]);
  expect(english(original("2026-03-01"))).toEqual(["translation_old"]);
  expect(english(original("2025-03-01"))).toEqual([]);
});

test("a link in an English text to an Italian page has a finding, and a link to an English page has none", () => {
  const found = (href: string) =>
    check("posts", item(text(`<p>a</p><a href="${href}">a</a>`)), "en", {
      ...known,
      translations: [{ language: "it", modifiedAt: new Date("2026-01-01T00:00:00Z") }],
    }).map(({ rule }) => rule);
  for (const href of ["/magazine/uscito", "https://www.example.org/corso", "/"])
    expect(found(href), href).toEqual(["link_language"]);
  for (const href of [
    "/en/magazine/uscito",
    "/en",
    "/media/files/a.pdf",
    "https://altrove.example",
  ])
    expect(found(href), href).toEqual([]);
});

test("each problem of a picture in a file is one finding", () => {
  const twice = `<p>a</p><img src="/wp-json/media/Molo.jpg" alt=""><img src="/wp-json/media/Molo.jpg" alt="">`;
  const found = check("posts", item(text(twice)), "it", { ...known, hasFile: () => true });
  expect(found.map(({ rule, level, values }) => [rule, level, values])).toEqual([
    ["image_name", "error", { picture: "Molo.jpg" }],
    ["image_alt", "error", { picture: "Molo.jpg" }],
  ]);
});

test("a player that becomes a link is no finding", () => {
  expect(
    rules("posts", text('<iframe src="https://www.youtube.com/embed/x"></iframe><p>a</p>')),
  ).toEqual([]);
});

test("each finding is one sentence that names its field, in each language", () => {
  const [finding] = check("events", item({ meta: { starts_at: "presto" } }), "it", known);
  if (!finding) throw new Error("there is no finding");
  expect(findingText(finding, "it")).toBe("Inizio: “presto” non è una data come 2027-04-15T18:00.");
  expect(findingText(finding, "en")).toBe("Start: “presto” is no date such as 2027-04-15T18:00.");
});

test("each field of each type has a label and its choices have names, in each language", () => {
  for (const language of LANGUAGES) {
    const keys = Object.keys(EDITOR_MESSAGES[language]);
    for (const name of new Set(CONTENT_TYPES.flatMap(fieldsOf))) {
      expect(keys).toContain(`field.${name}`);
      const row: { kind: string; choices?: readonly string[] } = FIELDS[name];
      if (row.kind !== "choice") continue;
      for (const choice of row.choices ?? []) expect(keys).toContain(`choice.${choice}`);
    }
    expect(keys.toSorted()).toEqual(Object.keys(EDITOR_MESSAGES.it).toSorted());
  }
});

test("a video or audio of the WordPress has no finding", () => {
  for (const src of ["https://wp.example/a.MP4", "/wp-content/a.mp3?x=1"])
    expect(rules("posts", text(`<p>a</p><video src="${src}"></video>`))).not.toContain(
      "player_foreign",
    );
});
