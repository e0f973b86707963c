import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Team } from "@/components/staff/team/team";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.team");
  return { title: t("metaTitle") };
}

/** Renders the staff accounts. */
export default function TeamPage() {
  return (
    <Suspense>
      <Team />
    </Suspense>
  );
}
