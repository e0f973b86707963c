import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { EvaluationPages } from "@/components/evaluation/workspace/evaluation-pages";
import { getProjectForEvaluation } from "@/contract/evaluation/evaluations";
import { knownOrNotFound, onlyFor } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation");
  return { title: t("metaTitle") };
}

export default async function EvaluationPage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: segments = [] } = await params;
  const [id] = segments;
  if (segments.length > 1) notFound();
  await onlyFor("evaluator");
  if (id) {
    await knownOrNotFound(getProjectForEvaluation, { locale: await getLocale(), params: { id } });
  }
  return (
    <Suspense>
      <EvaluationPages />
    </Suspense>
  );
}
