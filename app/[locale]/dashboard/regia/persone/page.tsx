import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { People } from "@/components/staff/people/people";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.people");
  return { title: t("metaTitle") };
}

/** Renders the staff list of all people with an account. */
export default function PeoplePage() {
  return (
    <Suspense>
      <People />
    </Suspense>
  );
}
