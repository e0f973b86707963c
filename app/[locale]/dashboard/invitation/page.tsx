import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { OwnInvitation } from "@/components/account/invitation/own-invitation";
import { ClientMessages } from "@/components/forms/client-messages";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("invitation");
  return { title: t("metaTitle") };
}

export default async function OwnInvitationPage() {
  const privacyHref = config.policies.webPrivacy[await getLocale()];
  return (
    <ClientMessages namespaces={["invitation", "login", "account", "options", "loading"]}>
      <OwnInvitation privacyHref={privacyHref} />
    </ClientMessages>
  );
}
