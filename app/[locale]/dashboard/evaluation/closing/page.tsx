import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClosingReview } from "@/components/evaluation/closing/closing-review";
import { EvaluatorPage } from "@/components/evaluation/workspace/evaluator-page";
import { onlyFor } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation.review");
  return { title: t("metaTitle") };
}

/**
 * Renders the final check of an evaluator's scores, before the evaluator closes the evaluation. After closing, renders
 * the evaluation record.
 */
export default async function ClosingPage() {
  await onlyFor("evaluator");
  return (
    <EvaluatorPage>
      <Suspense>
        <ClosingReview />
      </Suspense>
    </EvaluatorPage>
  );
}
