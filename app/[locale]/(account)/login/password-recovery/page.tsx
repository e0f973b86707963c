import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecoveryForm } from "@/components/account/sign-in/recovery-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { config } from "@/lib/config";
import { getCurrentEdition } from "@/lib/content/edition";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.recovery");
  return { title: t("metaTitle") };
}

export default async function RecoveryPage() {
  const t = await getTranslations("login.recovery");
  return (
    <AccountShell claim={t("claim")} title={t("title")} edition={await getCurrentEdition()}>
      <RecoveryForm captcha={config.captcha} />
    </AccountShell>
  );
}
