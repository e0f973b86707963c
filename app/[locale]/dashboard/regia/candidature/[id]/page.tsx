import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/forms/client-messages";
import { OneApplication } from "@/components/staff/application/one-application";
import { getApplication } from "@/contract/staff/application";
import { knownOrNotFound } from "@/lib/api/server";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.application");
  return { title: t("metaTitle") };
}

/** Renders one application: its state and its activity. */
export default async function ApplicationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await knownOrNotFound(getApplication, { locale: await getLocale(), params: { id } });
  return (
    <ClientMessages
      namespaces={[
        "staff",
        "loading",
        "fields",
        "steps",
        "options",
        "uploads",
        "session",
        "evaluation.deck",
        "evaluation.dossier",
        "evaluation.export",
        "evaluation.files",
        "evaluation.sheet",
      ]}
    >
      <OneApplication id={id} programme={config.programmeName} />
    </ClientMessages>
  );
}
