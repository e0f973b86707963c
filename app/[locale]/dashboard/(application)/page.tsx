import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { InterestsModal } from "@/components/account/profile/interests-modal";
import { Overview } from "@/components/application/overview/overview";
import { EvaluatorHome } from "@/components/evaluation/list/evaluator-home";
import { ClientMessages } from "@/components/forms/client-messages";
import { STAFF_ROLES } from "@/contract/roles";
import { currentImpersonation, currentUser, leadToSecondFactor } from "@/lib/api/server";
import { redirect } from "@/lib/i18n/navigation";
import { learningTracks } from "@/lib/site/learning";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: t("metaTitle") };
}

export default async function DashboardPage() {
  await leadToSecondFactor();
  const user = await currentUser();
  const impersonation = await currentImpersonation();
  const evaluates = user?.roles.includes("evaluator");
  // Redirects staff who are not evaluators to the staff area, which is their start page.
  if (!impersonation && !evaluates && STAFF_ROLES.some((role) => user?.roles.includes(role))) {
    redirect({ href: "/dashboard/regia", locale: await getLocale() });
  }
  const evaluations = evaluates && (
    <ClientMessages namespaces={["evaluation", "loading"]}>
      <EvaluatorHome />
    </ClientMessages>
  );
  return (
    <>
      <Overview learning={learningTracks(await getLocale())} evaluations={evaluations} />
      {!evaluates && !impersonation && (
        <ClientMessages namespaces={["interests", "registration", "account"]}>
          <InterestsModal />
        </ClientMessages>
      )}
    </>
  );
}
