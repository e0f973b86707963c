import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DeskPage } from "@/components/evaluation/cockpit/desk-page";
import { RankingView } from "@/components/evaluation/ranking/ranking-view";
import { onlyFor } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation.ranking");
  return { title: t("metaTitle") };
}

/** The ranking, for those who have closed; the back end alone decides that. */
export default async function RankingPage() {
  await onlyFor("evaluator");
  return (
    <DeskPage>
      <Suspense>
        <RankingView />
      </Suspense>
    </DeskPage>
  );
}
