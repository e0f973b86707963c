import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Profile } from "@/components/account/profile";
import { ClientMessages } from "@/components/forms/client-messages";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("profile");
  return { title: `${t("metaTitle")} · ${config.programmeName}` };
}

export default function ProfilePage() {
  return (
    <ClientMessages namespaces={["profile", "account", "registration", "loading"]}>
      <Profile />
    </ClientMessages>
  );
}
