import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { Figures } from "@/components/staff/figures/figures";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.figures");
  return { title: t("metaTitle") };
}

/** Renders the staff page with the charts of an edition and a table for each chart. */
export default function FiguresPage() {
  return (
    <ClientMessages namespaces={["staff", "loading", "options", "fields.short"]}>
      <Suspense>
        <Figures />
      </Suspense>
    </ClientMessages>
  );
}
