import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { CommunityEventPage } from "@/components/content/events/community-event-page";
import { CallBand } from "@/components/site/call/call-band";
import { catalogueOf } from "@/lib/content/catalogue";
import { pageMetadata } from "@/lib/site/metadata";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("whitepaper");
  const locale = await getLocale();
  const [title, description] = [t("metaTitle"), t("metaDescription")];
  return pageMetadata({ locale, path: "/community-event", title, description });
}

export default async function CommunityEvent() {
  return (
    <>
      <CommunityEventPage events={await catalogueOf("events", await getLocale())} />
      <CallBand page="event" />
    </>
  );
}
