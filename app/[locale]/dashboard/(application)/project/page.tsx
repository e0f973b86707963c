import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FirstStep } from "@/components/application/first-step";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: `${t("title")} · ${config.programmeName}` };
}

export default function ProjectPage() {
  return <FirstStep />;
}
