import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { InterestsModal } from "@/components/account/interests-modal";
import { Overview } from "@/components/application/overview";
import { ClientMessages } from "@/components/forms/client-messages";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: `${t("metaTitle")} · ${config.programmeName}` };
}

export default function DashboardPage() {
  return (
    <>
      <Overview learning={config.learning} />
      <ClientMessages namespaces={["interests", "registration", "account"]}>
        <InterestsModal />
      </ClientMessages>
    </>
  );
}
