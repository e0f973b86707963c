import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Cockpit } from "@/components/evaluation/cockpit";
import { EvaluationDesk } from "@/components/evaluation/evaluation-desk";
import { currentUser } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation");
  return { title: t("metaTitle") };
}

export default async function EvaluationPage({ params }: { params: Promise<{ id?: string[] }> }) {
  const { id: segments = [] } = await params;
  const [id] = segments;
  if (segments.length > 1) notFound();
  // For anyone else this page does not exist. Without a fresh token nobody is known yet:
  // the browser's first call renews it, and the back end decides there.
  const user = await currentUser();
  if (user && !user.roles.includes("evaluator")) notFound();
  return <Suspense>{id ? <Cockpit id={id} /> : <EvaluationDesk />}</Suspense>;
}
