import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Arrival } from "@/components/account/sign-in/arrival";
import { AccountShell } from "@/components/site/frame/account-shell";
import { GoLink } from "@/components/ui/buttons/go-link";
import { FIGURES } from "@/contract/quoted-numbers";
import { getCurrentEdition } from "@/lib/content/edition";
import { PageLink } from "@/lib/i18n/page-link";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.recoverySent");
  return { title: t("metaTitle") };
}

export default async function RecoverySentPage() {
  const t = await getTranslations("login.recoverySent");
  return (
    <AccountShell claim={t("claim")} title={t("title")} edition={await getCurrentEdition()}>
      <Arrival lead={t("lead", FIGURES)}>
        <p>{t("spam")}</p>
        <GoLink component={PageLink} href="/login/password-recovery">
          {t("again")}
        </GoLink>
      </Arrival>
    </AccountShell>
  );
}
