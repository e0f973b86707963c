import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ReviewView } from "@/components/application/review/review-view";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("project");
  return { title: t("metaReview") };
}

export default async function ReviewPage() {
  const locale = await getLocale();
  const { rules, privacyNotice } = config.policies;
  return <ReviewView hrefs={{ rules: rules[locale], notice: privacyNotice[locale] }} />;
}
