import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Arrival } from "@/components/account/enter/arrival";
import { AccountShell } from "@/components/site/frame/account-shell";
import { ButtonLink } from "@/components/ui/actions/button-link";
import { getPathname } from "@/lib/i18n/navigation";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("thanks");
  return { title: t("metaTitle") };
}

export default async function ThanksPage() {
  const t = await getTranslations("thanks");
  const account = await getTranslations("account");
  const home = getPathname({ href: "/", locale: await getLocale() });
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <Arrival lead={t("lead")}>
        <ButtonLink href={home}>{account("home")}</ButtonLink>
      </Arrival>
    </AccountShell>
  );
}
