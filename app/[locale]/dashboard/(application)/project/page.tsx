import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FirstStep } from "@/components/application/steps/first-step";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("dashboard");
  return { title: t("title") };
}

export default function ProjectPage() {
  return <FirstStep />;
}
