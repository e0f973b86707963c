import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Overview } from "@/components/application/overview";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: `${t("metaTitle")} · ${config.programmeName}` };
}

export default function DashboardPage() {
  return <Overview learning={config.learning} />;
}
