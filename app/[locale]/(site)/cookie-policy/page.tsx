import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ConsentButton } from "@/components/consent/consent-button";
import { PreviewBar } from "@/components/content/preview-bar";
import { PolicyPage } from "@/components/content/reading/policy-page";
import { CallBand } from "@/components/site/call/call-band";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { itemOf } from "@/lib/content/catalogue";
import { pageMetadata } from "@/lib/site/metadata";

const SLUG = "cookie-policy";

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale();
  const item = await itemOf("pages", SLUG, locale);
  if (!item) return {};
  const { title, excerpt } = item;
  return pageMetadata({ locale, path: "/cookie-policy", title, description: excerpt });
}

/** Renders the cookie policy: the list of cookies, and how a visitor rejects cookies. */
export default async function CookiePolicyPage() {
  const item = await itemOf("pages", SLUG, await getLocale());
  if (!item) notFound();
  const t = await getTranslations("consent");
  const preferences = <ConsentButton className={buttonClass({})}>{t("open")}</ConsentButton>;
  return (
    <>
      <PreviewBar />
      <PolicyPage item={item} action={preferences} />
      <CallBand page="list" />
    </>
  );
}
