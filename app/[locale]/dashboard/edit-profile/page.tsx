import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Profile } from "@/components/account/profile/profile";
import { ClientMessages } from "@/components/forms/client-messages";
import { socialKeys } from "@/lib/social-sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("profile");
  return { title: t("metaTitle") };
}

export default async function ProfilePage() {
  return (
    <ClientMessages namespaces={["profile", "account", "registration", "social", "loading"]}>
      <Profile social={await socialKeys()} />
    </ClientMessages>
  );
}
