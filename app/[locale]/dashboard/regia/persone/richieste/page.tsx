import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DataRequests } from "@/components/staff/data-requests/data-requests";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.requests");
  return { title: t("metaTitle") };
}

/** Renders the staff list of requests under data-protection law. */
export default function DataRequestsPage() {
  return (
    <Suspense>
      <DataRequests />
    </Suspense>
  );
}
