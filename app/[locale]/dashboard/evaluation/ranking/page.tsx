import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { RankingView } from "@/components/evaluation/ranking/ranking-view";
import { EvaluatorPage } from "@/components/evaluation/workspace/evaluator-page";
import { onlyFor } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation.ranking");
  return { title: t("metaTitle") };
}

/** Renders the ranking for evaluators who have closed their evaluation. The back end alone decides access. */
export default async function RankingPage() {
  await onlyFor("evaluator");
  return (
    <EvaluatorPage>
      <Suspense>
        <RankingView />
      </Suspense>
    </EvaluatorPage>
  );
}
