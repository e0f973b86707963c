import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ReviewView } from "@/components/application/review/review-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("project");
  return { title: t("metaReview") };
}

export default function ReviewPage() {
  return <ReviewView />;
}
