import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Letters } from "@/components/staff/letters/letters";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.letters");
  return { title: t("metaTitle") };
}

/** Renders the sent letters (bulk emails written by staff) and their delivery progress. */
export default function LettersPage() {
  return (
    <Suspense>
      <Letters />
    </Suspense>
  );
}
