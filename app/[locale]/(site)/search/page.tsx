import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { CallBand } from "@/components/site/call/call-band";
import { SearchPage } from "@/components/site/search/search-page";
import { topicsOf } from "@/lib/content/magazine";
import { SEARCH_PATH } from "@/lib/routes/pages";
import { pathFor } from "@/lib/routes/path";
import { type Search, single } from "@/lib/routes/search";
import { PER_PAGE, searchSite } from "@/lib/search/search";
import { isQuestion, tidyQuery } from "@/lib/search/words";
import { pictureTitle } from "@/lib/site/card";
import { pageMetadata } from "@/lib/site/metadata";

type Props = { searchParams: Search };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations("search");
  const query = tidyQuery(await single(searchParams, "q"));
  const title = query ? t("metaResults", { query }) : t("metaTitle");
  const locale = await getLocale();
  const drawn = await pictureTitle(locale, SEARCH_PATH);
  const facts = { path: SEARCH_PATH, title, description: t("metaDescription"), drawn };
  // Search engines must not index result pages, because other sites can link to any query.
  return { ...pageMetadata({ locale, ...facts }), robots: { index: false } };
}

/** Renders the search over content and pages. The search is a plain GET form: the URL contains the query. */
export default async function SearchRoute({ searchParams }: Props) {
  const locale = await getLocale();
  const query = tidyQuery(await single(searchParams, "q"));
  const page = Math.max(1, Number.parseInt(await single(searchParams, "page"), 10) || 1);
  const only = await single(searchParams, "kind");
  const answer = isQuestion(query) ? await searchSite(query, locale, page, only) : null;
  const path = pathFor({ locale, path: SEARCH_PATH });
  return (
    <>
      <SearchPage
        {...{ query, answer }}
        perPage={PER_PAGE}
        subjects={await topicsOf(locale).catch(() => [])}
        href={(q, number, kind) => {
          const rest = { ...(kind && { kind }), ...(number > 1 && { page: `${number}` }) };
          return `${path}?${new URLSearchParams({ q, ...rest })}`;
        }}
      />
      <CallBand page="list" />
    </>
  );
}
