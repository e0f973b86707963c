import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InterestsModal } from "@/components/account/profile/interests-modal";
import { Overview } from "@/components/application/overview/overview";
import { EvaluationsOverview } from "@/components/evaluation/list/evaluations-overview";
import { ClientMessages } from "@/components/forms/client-messages";
import { currentUser, leadToSecondFactor } from "@/lib/api/server";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: t("metaTitle") };
}

export default async function DashboardPage() {
  await leadToSecondFactor();
  const user = await currentUser();
  const evaluates = user?.roles.includes("evaluator");
  const evaluations = evaluates && (
    <ClientMessages namespaces={["evaluation", "loading"]}>
      <EvaluationsOverview />
    </ClientMessages>
  );
  return (
    <>
      <Overview learning={config.learning} evaluations={evaluations} />
      {!evaluates && (
        <ClientMessages namespaces={["interests", "registration", "account"]}>
          <InterestsModal />
        </ClientMessages>
      )}
    </>
  );
}
