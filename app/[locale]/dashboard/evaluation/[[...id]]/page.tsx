import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { EvaluationPages } from "@/components/evaluation/workspace/evaluation-pages";
import { getProjectForEvaluation } from "@/contract/evaluation/evaluations";
import { knownOrNotFound, onlyFor } from "@/lib/api/server";
import { config } from "@/lib/config";

type Props = { params: Promise<{ id?: string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("evaluation");
  const [id] = (await params).id ?? [];
  if (!id) return { title: t("metaTitle") };
  const request = { locale: await getLocale(), params: { id } };
  const found = await knownOrNotFound(getProjectForEvaluation, request);
  return { title: found ? t("metaTitleOf", { name: found.project.nome }) : t("metaTitle") };
}

export default async function EvaluationPage({ params }: Props) {
  const { id: segments = [] } = await params;
  const [id] = segments;
  if (segments.length > 1) notFound();
  await onlyFor("evaluator");
  if (id) {
    await knownOrNotFound(getProjectForEvaluation, { locale: await getLocale(), params: { id } });
  }
  return (
    <Suspense>
      <EvaluationPages programme={config.programmeName} />
    </Suspense>
  );
}
