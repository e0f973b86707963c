import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Whitepaper } from "@/components/staff/whitepaper/whitepaper";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.whitepaper");
  return { title: t("metaTitle") };
}

/** Renders the staff list of people who requested the whitepaper. */
export default function WhitepaperPage() {
  return (
    <Suspense>
      <Whitepaper />
    </Suspense>
  );
}
