import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Cockpit } from "@/components/evaluation/cockpit/cockpit";
import { EvaluationDesk } from "@/components/evaluation/cockpit/evaluation-desk";
import { onlyFor } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation");
  return { title: t("metaTitle") };
}

export default async function EvaluationPage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: segments = [] } = await params;
  const [id] = segments;
  if (segments.length > 1) notFound();
  await onlyFor("evaluator");
  return <Suspense>{id ? <Cockpit id={id} /> : <EvaluationDesk />}</Suspense>;
}
