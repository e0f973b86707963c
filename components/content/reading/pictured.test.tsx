import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";
import type { Content } from "@/lib/content/content";
import { withWords } from "@/tests/support/render";
import { PeopleList } from "../lists/people-list";
import { Teaser } from "../lists/teaser";
import { ReadingPage } from "./reading-page";

vi.mock("@/lib/i18n/page-link", () => ({
  PageLink: ({ href, children }: { href: string; children: React.ReactNode }) => (
    <a href={href}>{children}</a>
  ),
}));

const PICTURE = {
  src: "/wp-json/media/porto.jpg?v=abc",
  alt: "Un porto",
  width: 2400,
  height: 1600,
  credit: "Ada & Leo",
  focus: "50% 30%",
};

const item = (locale: Language, image: Content["image"] = PICTURE): Content => ({
  type: "posts",
  slug: "due-rive",
  locale,
  status: "publish",
  title: "Due rive",
  excerpt: "Una sera.",
  html: "<p>Testo.</p>",
  publishedAt: "2026-01-01T00:00:00.000Z",
  modifiedAt: "2026-01-01T00:00:00.000Z",
  author: null,
  tags: ["Idee"],
  image,
  meta: {},
});

describe.each(LANGUAGES)("texts with a photograph, in %s", (language) => {
  const page = (shown: Content) => {
    document.body.innerHTML = renderToStaticMarkup(
      withWords(<ReadingPage item={shown} type="posts" trail={[]} />, language),
    );
    return document.body;
  };
  const only = (body: HTMLElement) => {
    const images = [...body.querySelectorAll("img")];
    expect(images).toHaveLength(1);
    return images[0] as HTMLImageElement;
  };

  test("a text shows its photograph first, instead of its covers, with the photographer", () => {
    const body = page(item(language));
    const image = only(body);
    expect(body.querySelector("svg[data-cover]")).toBeNull();
    expect(image.alt).toBe("Un porto");
    expect([image.width, image.height, image.getAttribute("loading")]).toEqual([
      2400,
      1600,
      "eager",
    ]);
    expect(image.style.objectPosition).toBe("50% 30%");
    expect(image.getAttribute("src")).toBe("/media/magazine/1920/wp-json/media/porto.jpg?v=1-abc");
    expect(image.srcset.split(", ")).toEqual(
      [320, 640, 1080, 1920].map(
        (width) => `/media/magazine/${width}/wp-json/media/porto.jpg?v=1-abc ${width}w`,
      ),
    );
    expect(body.querySelector("figure > figcaption")?.textContent).toBe("Ada & Leo");
  });

  test("without a photographer there is no empty line; without a photograph the covers are drawn", () => {
    expect(
      page(item(language, { ...PICTURE, credit: null })).querySelector("figcaption"),
    ).toBeNull();
    const drawn = page(item(language, null));
    expect(drawn.querySelectorAll("svg[data-cover]")).toHaveLength(2);
    expect(drawn.querySelector("img, figure")).toBeNull();
  });

  test("the picture's description is in the language of an untranslated text", () => {
    const other = LANGUAGES.find((one) => one !== language) ?? language;
    expect(page(item(other)).querySelector("figure")?.lang).toBe(other);
    expect(page(item(language)).querySelector("figure")?.lang).toBe("");
  });

  test("a teaser loads its photograph when it is near the viewport", () => {
    const teaser = <Teaser item={item(language)} type="stories" ratio={[4, 5]} sizes="50vw" />;
    document.body.innerHTML = renderToStaticMarkup(withWords(teaser, language));
    const image = only(document.body);
    expect(image.getAttribute("loading")).toBe("lazy");
    expect(image.getAttribute("src")).toContain("/media/community/");
    expect(image.parentElement?.style.getPropertyValue("--ratio")).toBe("4 / 5");
  });

  test("a person of the network has a photograph instead of initials, with the photographer", () => {
    const show = (person: Content) => {
      const list = <PeopleList people={[person]} texts={new Map()} />;
      document.body.innerHTML = renderToStaticMarkup(withWords(list, language));
      return document.body;
    };
    const body = show({ ...item(language), type: "people", title: "Ada Riva" });
    expect(only(body).getAttribute("src")).toContain("/media/network/");
    expect(body.querySelector("svg")).toBeNull();
    expect(body.textContent).toContain("Ada & Leo");
    const drawn = show({ ...item(language, null), type: "people", title: "Ada Riva" });
    expect(drawn.querySelector("img")).toBeNull();
    expect(drawn.querySelector("svg")).not.toBeNull();
  });
});
