import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/forms/client-messages";
import { UnavailableScene } from "@/components/site/errors/unavailable-scene";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errorPage");
  return { title: t("unavailable"), robots: { index: false } };
}

/** The 503 page, prerendered: middleware rewrites private pages here while nothing can answer them. */
export default function UnavailablePage() {
  return (
    <ClientMessages forms={false} namespaces={["errorPage"]}>
      <UnavailableScene />
    </ClientMessages>
  );
}
