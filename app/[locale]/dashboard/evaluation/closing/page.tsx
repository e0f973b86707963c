import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClosingReview } from "@/components/evaluation/closing-review";
import { DeskPage } from "@/components/evaluation/desk-page";
import { currentUser } from "@/lib/api/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("evaluation.review");
  return { title: t("metaTitle") };
}

/** The last look before closing, and afterwards what is kept of it. */
export default async function ClosingPage() {
  const user = await currentUser();
  if (user && !user.roles.includes("evaluator")) notFound();
  return (
    <DeskPage>
      <Suspense>
        <ClosingReview />
      </Suspense>
    </DeskPage>
  );
}
