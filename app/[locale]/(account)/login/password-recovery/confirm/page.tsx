import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Arrival } from "@/components/account/arrival";
import { AccountShell } from "@/components/site/account-shell";
import { GoLink } from "@/components/ui/go-link";
import { PageLink } from "@/lib/i18n/page-link";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.recoverySent");
  return { title: t("metaTitle") };
}

export default async function RecoverySentPage() {
  const t = await getTranslations("login.recoverySent");
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <Arrival lead={t("lead")}>
        <p>{t("spam")}</p>
        <GoLink component={PageLink} href="/login/password-recovery">
          {t("again")}
        </GoLink>
      </Arrival>
    </AccountShell>
  );
}
