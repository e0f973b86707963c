import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { MagazineList } from "@/components/content/lists/magazine-list";
import { PreviewBar } from "@/components/content/preview-bar";
import { ArticlePage } from "@/components/content/reading/article-page";
import { CallBand } from "@/components/site/call/call-band";
import { plainSlug } from "@/contract/content/slugs";
import { languageOf } from "@/contract/languages";
import { catalogueOf } from "@/lib/content/catalogue";
import { magazineEntry, magazineIndexes, topicsOf } from "@/lib/content/magazine";
import { magazineMetadata } from "./metadata";

type Props = { params: Promise<{ index: string }> };

export const revalidate = 300;

export async function generateStaticParams({ params }: { params: { locale: string } }) {
  return (await magazineIndexes(languageOf(params.locale))).map((index) => ({ index }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return magazineMetadata(plainSlug((await params).index), await getLocale());
}

/** Renders a magazine page. Digits in the URL are a page number; any other text is the slug of an article or topic. */
export default async function MagazineIndexPage({ params }: Props) {
  const locale = await getLocale();
  const entry = await magazineEntry(plainSlug((await params).index), locale);
  if (!entry) notFound();
  if (entry.kind === "article") {
    return (
      <>
        <PreviewBar />
        <ArticlePage slug={entry.article.slug} />
        <CallBand page="article" />
      </>
    );
  }
  const topics = await topicsOf(locale);
  if (entry.kind === "topic") {
    const { topic } = entry;
    const { articles } = topic;
    return (
      <>
        <MagazineList {...{ articles, topics, topic, total: articles.length, page: 1, pages: 1 }} />
        <CallBand page="list" />
      </>
    );
  }
  const total = (await catalogueOf("posts", locale)).length;
  const { articles, page, pages } = entry;
  return (
    <>
      <MagazineList {...{ articles, topics, topic: null, total, page, pages }} />
      <CallBand page="list" />
    </>
  );
}
