import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { authorOf } from "@/lib/content/authors";
import { catalogueOf, itemOf } from "@/lib/content/catalogue";
import { furtherOf } from "@/lib/content/further";
import { itemPath } from "@/lib/routes/items";
import { articleData, breadcrumbData } from "@/lib/site/structured-data";
import { JsonLd } from "../json-ld";
import { StoryFacts, StoryKicker } from "../lists/story-kicker";
import { FurtherReading } from "./further-reading";
import { MoreItems } from "./more-items";
import { Neighbours } from "./neighbours";
import { ReadingFacts } from "./reading-facts";
import { ReadingPage } from "./reading-page";

/** Number of other stories at the end of a story. */
const MORE = 3;

/** Renders the page of a story about a former participant. */
export async function StoryPage({ slug }: { slug: string }) {
  const locale = await getLocale();
  const t = await getTranslations("stories");
  const community = await getTranslations("community");
  const item = await itemOf("stories", slug, locale);
  if (!item) notFound();
  const trail = [
    { href: "/community", words: community("title") },
    { href: "/storie", words: t("title") },
  ];
  const here = { href: itemPath("stories", item.slug), words: item.title };
  const all = await catalogueOf("stories", locale);
  const others = all.filter((other) => other.slug !== item.slug);
  const author = await authorOf(item.author, locale);
  const further = await furtherOf(item, locale);
  return (
    <>
      <JsonLd data={articleData(item, "stories")} />
      <JsonLd data={breadcrumbData(locale, [...trail, here])} />
      <ReadingPage
        item={item}
        type="stories"
        trail={trail}
        facts={(minutes) => (
          <>
            <StoryFacts story={item} />
            <ReadingFacts item={item} minutes={minutes} author={author} />
          </>
        )}
        after={
          <>
            <FurtherReading items={further} />
            <Neighbours slug={item.slug} items={all} type="stories" />
          </>
        }
      />
      <MoreItems
        title={t("more")}
        items={others.slice(0, MORE)}
        type="stories"
        all={{ href: "/storie", words: t("all") }}
        kicker={(story) => <StoryKicker story={story} />}
      />
    </>
  );
}
