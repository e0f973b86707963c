import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { authorOf } from "@/lib/content/authors";
import { catalogueOf, itemOf } from "@/lib/content/catalogue";
import { furtherOf } from "@/lib/content/further";
import { topicsOf } from "@/lib/content/magazine";
import { itemPath } from "@/lib/routes/items";
import { articleData, breadcrumbData } from "@/lib/site/structured-data";
import { ItemDate } from "../item-date";
import { JsonLd } from "../json-ld";
import { Topics } from "../lists/topics";
import { FurtherReading } from "./further-reading";
import { MoreItems } from "./more-items";
import { Neighbours } from "./neighbours";
import { ReadingFacts } from "./reading-facts";
import { ReadingPage } from "./reading-page";

/** Number of other articles at the end of an article. */
const MORE = 3;

/** Renders an article of the magazine with its topic and further reading. */
export async function ArticlePage({ slug }: { slug: string }) {
  const locale = await getLocale();
  const t = await getTranslations("magazine");
  const item = await itemOf("posts", slug, locale);
  if (!item) notFound();
  const topics = (await topicsOf(locale)).filter(({ articles }) =>
    articles.some((article) => article.slug === item.slug),
  );
  const links = topics.map(({ slug, name }) => ({ href: itemPath("posts", slug), words: name }));
  const trail = [{ href: "/magazine/1", words: t("title") }, ...links];
  const here = { href: itemPath("posts", item.slug), words: item.title };
  const all = await catalogueOf("posts", locale);
  const others = all.filter((other) => other.slug !== item.slug);
  const author = await authorOf(item.author, locale);
  const further = await furtherOf(item, locale);
  // Suggest articles of the same topic first, and then the newest articles.
  const related = topics
    .flatMap(({ articles }) => articles)
    .filter((other) => other.slug !== item.slug);
  const more = [...new Map([...related, ...others].map((one) => [one.slug, one])).values()];
  return (
    <>
      <JsonLd data={articleData(item, "posts")} />
      <JsonLd data={breadcrumbData(locale, [...trail, here])} />
      <ReadingPage
        item={item}
        type="posts"
        trail={trail}
        facts={(minutes) => <ReadingFacts item={item} minutes={minutes} author={author} />}
        after={
          <>
            <FurtherReading items={further} />
            <Topics topics={links} />
            <Neighbours slug={item.slug} items={all} type="posts" />
          </>
        }
      />
      <MoreItems
        title={t("more")}
        items={more.slice(0, MORE)}
        type="posts"
        all={{ href: "/magazine/1", words: t("title") }}
        kicker={({ tags: [topic], publishedAt, locale }) => (
          <>
            {topic && <span lang={locale}>{topic}</span>}
            <ItemDate at={publishedAt} />
          </>
        )}
      />
    </>
  );
}
