import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { CommunityPage } from "@/components/content/events/community-page";
import { CallBand } from "@/components/site/call/call-band";
import { catalogueOf } from "@/lib/content/catalogue";
import { pageMetadata } from "@/lib/site/metadata";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("community");
  const locale = await getLocale();
  const [title, description] = [t("metaTitle"), t("metaDescription")];
  return pageMetadata({ locale, path: "/community", title, description });
}

export default async function Community() {
  const locale = await getLocale();
  return (
    <>
      <CommunityPage
        events={await catalogueOf("events", locale)}
        stories={await catalogueOf("stories", locale)}
      />
      <CallBand page="list" />
    </>
  );
}
