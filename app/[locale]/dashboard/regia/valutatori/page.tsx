import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { Evaluators } from "@/components/staff/evaluators/evaluators";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.evaluators");
  return { title: t("metaTitle") };
}

/**
 * Renders the staff page of the jury: each evaluator's progress, and the progress expected by now.
 */
export default function EvaluatorsPage() {
  return (
    <ClientMessages namespaces={["staff", "loading", "options"]}>
      <Suspense>
        <Evaluators />
      </Suspense>
    </ClientMessages>
  );
}
