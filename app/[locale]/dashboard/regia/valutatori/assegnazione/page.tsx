import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { Assignment } from "@/components/staff/assignment/assignment";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.assignment");
  return { title: t("metaTitle") };
}

/** Renders the staff page for assigning projects to evaluators: all projects to every evaluator, or a reading plan. */
export default function AssignmentPage() {
  return (
    <ClientMessages namespaces={["staff", "loading", "options"]}>
      <Suspense>
        <Assignment />
      </Suspense>
    </ClientMessages>
  );
}
