import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { ArchivedPage } from "@/components/content/archived-page";
import { PreviewBar } from "@/components/content/preview-bar";
import { catalogueOf, itemOf } from "@/lib/api/catalogue";
import { localeOf } from "@/lib/i18n/routing";
import { addressFor, pageMetadata } from "@/lib/metadata";
import { ARCHIVE, archivedAt } from "@/lib/routes/archive";

type Props = { params: Promise<{ rest: string[] }> };

export const revalidate = 300;

export async function generateStaticParams({ params }: { params: { locale: string } }) {
  const pages = await catalogueOf("pages", localeOf(params));
  return ARCHIVE.filter(({ slug }) => pages.some((page) => page.slug === slug)).map(({ path }) => ({
    rest: [path.slice(1)],
  }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await getLocale();
  const { archived, item } = await read((await params).rest);
  if (!archived || !item) return {};
  return {
    ...pageMetadata({
      locale,
      path: archived.today,
      title: item.title,
      description: item.excerpt,
    }),
    // Its place in search belongs to today's page.
    alternates: { canonical: addressFor(locale, archived.today) },
    robots: { index: false },
  };
}

/**
 * Pages kept under names ending in OLD; without this file the 404 would not know its language. Only
 * addresses that may be one come here: the middleware answers all others with the finished 404 page.
 */
export default async function Rest({ params }: Props) {
  const { archived, item } = await read((await params).rest);
  if (!archived || !item) notFound();
  return (
    <>
      <PreviewBar />
      <ArchivedPage item={item} today={archived.today} />
    </>
  );
}

async function read(rest: string[]) {
  const archived = archivedAt(`/${rest.join("/")}`);
  return { archived, item: archived && (await itemOf("pages", archived.slug, await getLocale())) };
}
