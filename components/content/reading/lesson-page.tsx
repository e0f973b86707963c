import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { authorOf } from "@/lib/content/authors";
import { catalogueOf, itemOf } from "@/lib/content/catalogue";
import { furtherOf } from "@/lib/content/further";
import { itemPath } from "@/lib/routes/items";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { lessonGroups } from "@/lib/site/lessons";
import { breadcrumbData, lessonData } from "@/lib/site/structured-data";
import { JsonLd } from "../json-ld";
import { FurtherReading } from "./further-reading";
import { LessonFacts } from "./lesson-facts";
import { Neighbours } from "./neighbours";
import { ReadingPage } from "./reading-page";

/** Renders the page of an Academy lesson, with links to the lessons before and after it. */
export async function LessonPage({ slug }: { slug: string }) {
  const locale = await getLocale();
  const t = await getTranslations("academy");
  const item = await itemOf("lessons", slug, locale);
  if (!item) notFound();
  const trail = [{ href: SECTION_PATH.academy, words: t("title") }];
  const here = { href: itemPath("lessons", item.slug), words: item.title };
  const groups = lessonGroups(await catalogueOf("lessons", locale));
  // The component `Neighbours` expects the items in reverse order, with the last lesson first.
  const inOrder = groups.flatMap(({ lessons }) => lessons).reverse();
  const author = await authorOf(item.author, locale);
  const further = await furtherOf(item, locale);
  return (
    <>
      <JsonLd data={lessonData(item)} />
      <JsonLd data={breadcrumbData(locale, [...trail, here])} />
      <ReadingPage
        item={item}
        type="lessons"
        trail={trail}
        below={<LessonFacts lesson={item} author={author} />}
        after={
          <>
            <FurtherReading items={further} />
            <Neighbours slug={item.slug} items={inOrder} type="lessons" />
          </>
        }
      />
    </>
  );
}
