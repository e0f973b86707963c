import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { Selection } from "@/components/staff/selection/selection";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.selection");
  return { title: t("metaTitle") };
}

/**
 * Renders the staff page of the selection: the ranking of a round, and the decisions about its projects.
 */
export default function SelectionPage() {
  return (
    <ClientMessages namespaces={["staff", "loading", "criteria", "reasons", "feedback"]}>
      <Suspense>
        <Selection />
      </Suspense>
    </ClientMessages>
  );
}
