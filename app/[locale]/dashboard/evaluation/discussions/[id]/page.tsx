import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DiscussionPage } from "@/components/evaluation/discussion/discussion-page";
import { EvaluatorPage } from "@/components/evaluation/workspace/evaluator-page";
import { onlyFor } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation.discussion");
  return { title: t("metaTitle") };
}

/** Renders the discussion of one project. */
export default async function ProjectDiscussionPage({
  params,
}: {
  params: Promise<{ id: string }>;
}) {
  await onlyFor("evaluator");
  const { id } = await params;
  return (
    <EvaluatorPage>
      <Suspense>
        <DiscussionPage id={id} />
      </Suspense>
    </EvaluatorPage>
  );
}
