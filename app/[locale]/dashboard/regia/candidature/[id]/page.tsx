import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/forms/client-messages";
import { OneApplication } from "@/components/staff/application/one-application";
import { getApplication } from "@/contract/staff/application";
import { knownOrNotFound } from "@/lib/api/server";
import { config } from "@/lib/config";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations("staff.application");
  const { id } = await params;
  const found = await knownOrNotFound(getApplication, {
    locale: await getLocale(),
    params: { id },
  });
  return { title: found?.name ? t("metaTitleOf", { name: found.name }) : t("metaTitle") };
}

/** Renders one application for staff: its state and its activity. */
export default async function ApplicationPage({ params }: Props) {
  const { id } = await params;
  await knownOrNotFound(getApplication, { locale: await getLocale(), params: { id } });
  return (
    <ClientMessages
      namespaces={[
        "staff",
        "loading",
        "fields",
        "steps",
        "criteria",
        "options",
        "reasons",
        "feedback",
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
