import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DeskPage } from "@/components/evaluation/desk-page";
import { RankingView } from "@/components/evaluation/ranking-view";
import { currentUser } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation.ranking");
  return { title: t("metaTitle") };
}

/** The ranking, for who has closed; the back end alone decides that. */
export default async function RankingPage() {
  const user = await currentUser();
  if (user && !user.roles.includes("evaluator")) notFound();
  return (
    <DeskPage>
      <Suspense>
        <RankingView />
      </Suspense>
    </DeskPage>
  );
}
