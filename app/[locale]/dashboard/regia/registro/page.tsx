import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { AuditLog } from "@/components/staff/audit-log/audit-log";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.log");
  return { title: t("metaTitle") };
}

/** Renders the audit log: all staff actions. */
export default function LogPage() {
  return (
    <Suspense>
      <AuditLog />
    </Suspense>
  );
}
