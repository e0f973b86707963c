import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { EventsPage } from "@/components/content/events/events-page";
import { CallBand } from "@/components/site/call/call-band";
import { catalogueOf } from "@/lib/content/catalogue";
import { pageMetadata } from "@/lib/site/metadata";

export const revalidate = 300;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("events");
  const locale = await getLocale();
  const [title, description] = [t("metaTitle"), t("metaDescription")];
  return pageMetadata({ locale, path: "/evento", title, description });
}

export default async function Events() {
  return (
    <>
      <EventsPage events={await catalogueOf("events", await getLocale())} />
      <CallBand page="list" />
    </>
  );
}
