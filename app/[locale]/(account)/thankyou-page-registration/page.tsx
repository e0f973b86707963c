import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Arrival } from "@/components/account/sign-in/arrival";
import { ResendRegistered, SentTo } from "@/components/account/sign-in/sent-to";
import { CallBand } from "@/components/site/call/call-band";
import { AccountShell } from "@/components/site/frame/account-shell";
import { FIGURES } from "@/contract/quoted-numbers";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("registration.thanks");
  return { title: t("metaTitle") };
}

export default async function RegistrationThanksPage() {
  const t = await getTranslations("registration.thanks");
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <Arrival title={t("confirm")} lead={t("lead", FIGURES)}>
        <SentTo />
      </Arrival>
      <Arrival title={t("notArrived")}>
        <p>{t("resendHelp")}</p>
        <ResendRegistered />
      </Arrival>
      <CallBand page="registered" />
    </AccountShell>
  );
}
