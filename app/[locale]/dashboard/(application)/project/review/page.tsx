import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReviewView } from "@/components/application/review-view";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("project");
  return { title: `${t("metaReview")} · ${config.programmeName}` };
}

export default function ReviewPage() {
  return <ReviewView />;
}
