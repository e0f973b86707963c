import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundScene } from "@/components/site/errors/not-found-scene";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("notFound");
  return { title: t("metaTitle"), robots: { index: false } };
}

/** Renders the prerendered 404 page. The middleware rewrites every URL that cannot be a page to this route. */
export default function MissingPage() {
  return <NotFoundScene />;
}
