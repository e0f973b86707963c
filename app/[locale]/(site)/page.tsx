import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { HomeEvents } from "@/components/content/home/home-events";
import { HomeReading } from "@/components/content/home/home-reading";
import { HomeRoll } from "@/components/content/home/home-roll";
import { JsonLd } from "@/components/content/json-ld";
import { Funnel } from "@/components/site/home/funnel";
import { Grant } from "@/components/site/home/grant";
import { Hero } from "@/components/site/home/hero";
import { SocialReturn } from "@/components/site/home/social-return";
import { Stair } from "@/components/site/home/stair";
import { FIGURES } from "@/contract/quoted-numbers";
import { config } from "@/lib/config";
import { catalogueOf } from "@/lib/content/catalogue";
import { getCurrentEdition } from "@/lib/content/edition";
import { pageMetadata } from "@/lib/site/metadata";
import { organizationData, webSiteData } from "@/lib/site/structured-data";

// Next.js treats the name of a missing file (/x.txt) as a locale. `dynamicParams = false` returns a 404 instead of the
// home page.
export const dynamicParams = false;
export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("home");
  const locale = await getLocale();
  const facts = {
    title: t("metaTitle", { programme: config.programmeName }),
    description: t("metaDescription", FIGURES),
  };
  return { ...pageMetadata({ locale, path: "/", ...facts }), title: { absolute: facts.title } };
}

export default async function HomePage() {
  const locale = await getLocale();
  const [edition, stories, alumni, posts, events] = await Promise.all([
    getCurrentEdition(),
    catalogueOf("stories", locale),
    catalogueOf("alumni", locale),
    catalogueOf("posts", locale),
    catalogueOf("events", locale),
  ]);
  return (
    <>
      <JsonLd data={organizationData()} />
      <JsonLd data={webSiteData(locale)} />
      <Hero edition={edition} />
      <Funnel places={edition.places} />
      <Grant places={edition.places} />
      <Stair />
      <SocialReturn />
      <HomeRoll stories={stories} alumni={alumni} />
      <HomeReading stories={stories} posts={posts} />
      <HomeEvents events={events} />
    </>
  );
}
