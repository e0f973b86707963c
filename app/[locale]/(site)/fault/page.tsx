import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { FaultScene } from "@/components/site/errors/fault-scene";
import { readFault } from "@/lib/middleware/fault";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errorPage");
  return { title: t("title"), robots: { index: false } };
}

/** Renders the error page for requests that fail before a page runs. The middleware passes the status and message. */
export default async function FaultPage() {
  return <FaultScene {...readFault(await headers())} />;
}
