import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DiscussionPage } from "@/components/evaluation/discussion/discussion-page";
import { EvaluatorPage } from "@/components/evaluation/workspace/evaluator-page";
import { getDiscussion } from "@/contract/evaluation/discussion";
import { knownOrNotFound, onlyFor } from "@/lib/api/server";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("evaluation.discussion");
  const request = { locale: await getLocale(), params: await params };
  // If the discussion is not open, the page title names no project. The page itself explains why the discussion is not
  // open.
  const found = await knownOrNotFound(getDiscussion, request).catch(() => null);
  return { title: found ? t("metaTitleOf", { name: found.nome }) : t("metaTitle") };
}

export default async function ProjectDiscussionPage({ params }: Props) {
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
