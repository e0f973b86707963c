import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { EditionScreen } from "@/components/staff/edition/edition-screen";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.dates");
  return { title: t("metaTitle") };
}

/** Renders the dates of an edition and the effects of moving a date. */
export default function EditionPage() {
  return (
    <ClientMessages namespaces={["staff", "loading", "criteria"]}>
      <Suspense>
        <EditionScreen />
      </Suspense>
    </ClientMessages>
  );
}
