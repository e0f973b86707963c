import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundScene } from "@/components/site/not-found-scene";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("notFound");
  return { title: t("metaTitle"), robots: { index: false } };
}

/** The 404 page as finished HTML: middleware sends every address here that can be no page. */
export default function MissingPage() {
  return <NotFoundScene />;
}
