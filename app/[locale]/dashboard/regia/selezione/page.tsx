import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Selection } from "@/components/staff/selection/selection";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.selection");
  return { title: t("metaTitle") };
}

/** The ranking of an edition, and who goes on. */
export default function SelectionPage() {
  return (
    <Suspense>
      <Selection />
    </Suspense>
  );
}
