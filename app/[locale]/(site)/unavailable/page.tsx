import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/forms/client-messages";
import { UnavailableScene } from "@/components/site/errors/unavailable-scene";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errorPage");
  return { title: t("unavailable"), robots: { index: false } };
}

/**
 * Renders the prerendered 503 page. The middleware rewrites private pages to this route while the back end does not
 * answer.
 */
export default function UnavailablePage() {
  return (
    <ClientMessages forms={false} namespaces={["errorPage"]}>
      <UnavailableScene />
    </ClientMessages>
  );
}
