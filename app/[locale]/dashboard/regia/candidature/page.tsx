import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { Applications } from "@/components/staff/applications/applications";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.applications");
  return { title: t("metaTitle") };
}

/** Renders the staff list of all applications of an edition, sent and unsent. */
export default function ApplicationsPage() {
  return (
    <ClientMessages
      namespaces={["staff", "account", "profile", "loading", "fields.short", "options"]}
    >
      <Suspense>
        <Applications />
      </Suspense>
    </ClientMessages>
  );
}
