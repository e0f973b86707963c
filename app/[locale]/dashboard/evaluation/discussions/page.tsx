import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DiscussionList } from "@/components/evaluation/discussion/discussion-list";
import { EvaluatorPage } from "@/components/evaluation/workspace/evaluator-page";
import { onlyFor } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation.discussion");
  return { title: t("metaTitle") };
}

/** Renders the discussions that are open to the evaluator. The back end alone decides access. */
export default async function DiscussionsPage() {
  await onlyFor("evaluator");
  return (
    <EvaluatorPage>
      <Suspense>
        <DiscussionList />
      </Suspense>
    </EvaluatorPage>
  );
}
