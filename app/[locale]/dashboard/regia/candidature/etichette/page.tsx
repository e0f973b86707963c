import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Tags } from "@/components/staff/tags/tags";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.tags");
  return { title: t("metaTitle") };
}

/** Renders the staff page for the tags of an edition. */
export default function TagsPage() {
  return (
    <Suspense>
      <Tags />
    </Suspense>
  );
}
