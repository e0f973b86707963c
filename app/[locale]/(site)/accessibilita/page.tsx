import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { PreviewBar } from "@/components/content/preview-bar";
import { PolicyPage } from "@/components/content/reading/policy-page";
import { CallBand } from "@/components/site/call/call-band";
import { itemOf } from "@/lib/api/content/catalogue";
import { pageMetadata } from "@/lib/site/metadata";
import { TESTED } from "@/lib/site/tested";

const SLUG = "accessibility";

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale();
  const item = await itemOf("pages", SLUG, locale);
  if (!item) return {};
  const { title, excerpt } = item;
  return pageMetadata({ locale, path: "/accessibilita", title, description: excerpt });
}

/** How far the site can be used by everybody, how that is tested, and whom to tell where it cannot. */
export default async function AccessibilityPage() {
  const item = await itemOf("pages", SLUG, await getLocale());
  if (!item) notFound();
  const t = await getTranslations("policy");
  return (
    <>
      <PreviewBar />
      <PolicyPage item={item} action={<p>{t("tested", TESTED)}</p>} />
      <CallBand page="list" />
    </>
  );
}
