import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Letters } from "@/components/staff/letters/letters";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.letters");
  return { title: t("metaTitle") };
}

/** The letters that were sent, and how far each is. */
export default function LettersPage() {
  return (
    <Suspense>
      <Letters />
    </Suspense>
  );
}
