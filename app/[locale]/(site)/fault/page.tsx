import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { FaultScene } from "@/components/site/errors/fault-scene";
import { readFault } from "@/lib/middleware/fault";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errorPage");
  return { title: t("title"), robots: { index: false } };
}

/** The error page of what fails before any page: middleware rewrites there, with status and message. */
export default async function FaultPage() {
  return <FaultScene {...readFault(await headers())} />;
}
