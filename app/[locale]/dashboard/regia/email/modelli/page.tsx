import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Templates } from "@/components/staff/mails/templates";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.mails");
  return { title: t("templatesMetaTitle") };
}

/** Renders a preview of every email template. */
export default function TemplatesPage() {
  return (
    <Suspense>
      <Templates />
    </Suspense>
  );
}
