import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { StoriesList } from "@/components/content/lists/stories-list";
import { CallBand } from "@/components/site/call/call-band";
import { catalogueOf } from "@/lib/content/catalogue";
import { pageMetadata } from "@/lib/site/metadata";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("stories");
  const locale = await getLocale();
  const [title, description] = [t("metaTitle"), t("metaDescription")];
  return pageMetadata({ locale, path: "/storie", title, description });
}

export default async function StoriesPage() {
  return (
    <>
      <StoriesList stories={await catalogueOf("stories", await getLocale())} />
      <CallBand page="stories" />
    </>
  );
}
