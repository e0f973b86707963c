import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Arrival } from "@/components/account/arrival";
import { ResendRegistered } from "@/components/account/resend-registered";
import { AccountShell } from "@/components/site/account-shell";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("registration.thanks");
  return { title: t("metaTitle") };
}

export default async function RegistrationThanksPage() {
  const t = await getTranslations("registration.thanks");
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <Arrival title={t("confirm")} lead={t("lead")} />
      <Arrival title={t("notArrived")}>
        <p>{t("resendHelp")}</p>
        <ResendRegistered />
      </Arrival>
    </AccountShell>
  );
}
