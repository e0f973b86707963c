import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Funnel } from "@/components/site/home/funnel";
import { Grant } from "@/components/site/home/grant";
import { Hero } from "@/components/site/home/hero";
import { SocialReturn } from "@/components/site/home/social-return";
import { Stair } from "@/components/site/home/stair";
import { getCurrentEdition } from "@/lib/api/edition";

// A file that does not exist (/x.txt) looks like a language: never render the home page for it.
export const dynamicParams = false;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("home");
  return { title: { absolute: t("metaTitle") }, description: t("metaDescription") };
}

export default async function HomePage() {
  return (
    <>
      <Hero edition={await getCurrentEdition()} />
      <Funnel />
      <Grant />
      <Stair />
      <SocialReturn />
    </>
  );
}
