import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewPasswordForm } from "@/components/account/enter/new-password-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { FIGURES } from "@/contract/figures";
import { linkWorks } from "@/lib/api/server";
import { config } from "@/lib/config";
import { type Search, single } from "@/lib/routes/search";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.invitation");
  return { title: t("metaTitle") };
}

export default async function InvitationPage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations("login.invitation");
  const token = await single(searchParams, "token");
  const mail = <a href={`mailto:${config.contactMail}`}>{config.contactMail}</a>;
  const again = <p>{t.rich("expiredHelp", { ...FIGURES, mail: () => mail })}</p>;
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <NewPasswordForm
        act="invitation"
        token={token}
        works={await linkWorks(token)}
        again={again}
      />
    </AccountShell>
  );
}
