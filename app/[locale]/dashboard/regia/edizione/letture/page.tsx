import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { Rounds } from "@/components/staff/rounds/rounds";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.rounds");
  return { title: t("metaTitle") };
}

/** Renders the evaluation rounds of an edition: selection stages, dates, juries, and states. */
export default function RoundsPage() {
  return (
    <ClientMessages namespaces={["staff", "loading"]}>
      <Suspense>
        <Rounds />
      </Suspense>
    </ClientMessages>
  );
}
