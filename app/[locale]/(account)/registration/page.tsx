import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { RegistrationForm } from "@/components/account/registration-form";
import { AccountShell } from "@/components/site/account-shell";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("registration");
  return { title: t("metaTitle") };
}

export default async function RegistrationPage() {
  const t = await getTranslations("registration");
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <RegistrationForm privacyHref={config.policies.privacyNotice[await getLocale()]} />
    </AccountShell>
  );
}
