import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OwnInvitation } from "@/components/account/invitation/own-invitation";
import { ClientMessages } from "@/components/forms/client-messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("invitation");
  return { title: t("metaTitle") };
}

export default function OwnInvitationPage() {
  return (
    <ClientMessages namespaces={["invitation", "login", "account", "options", "loading"]}>
      <OwnInvitation />
    </ClientMessages>
  );
}
