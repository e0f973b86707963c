import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewPasswordForm } from "@/components/account/sign-in/new-password-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { GoLink } from "@/components/ui/buttons/go-link";
import { linkWorks } from "@/lib/api/server";
import { getCurrentEdition } from "@/lib/content/edition";
import { PageLink } from "@/lib/i18n/page-link";
import { type Search, single } from "@/lib/routes/search";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.reset");
  return { title: t("metaTitle") };
}

export default async function ResetPage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations("login.reset");
  const token = await single(searchParams, "token");
  const again = (
    <p>
      <GoLink component={PageLink} href="/login/password-recovery">
        {t("again")}
      </GoLink>
    </p>
  );
  return (
    <AccountShell claim={t("claim")} title={t("title")} edition={await getCurrentEdition()}>
      <NewPasswordForm act="reset" token={token} works={await linkWorks(token)} again={again} />
    </AccountShell>
  );
}
