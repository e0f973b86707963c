import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { InvitationForm, PrivacyLine } from "@/components/account/invitation/invitation-form";
import { NewPasswordForm } from "@/components/account/sign-in/new-password-form";
import { ClientMessages } from "@/components/forms/client-messages";
import { AccountShell } from "@/components/site/frame/account-shell";
import { FIGURES } from "@/contract/quoted-numbers";
import { invitationBehind, linkWorks } from "@/lib/api/server";
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
  const privacyHref = config.policies.webPrivacy[await getLocale()];
  const works = await linkWorks(token);
  const invitation = works ? await invitationBehind(token) : null;
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <ClientMessages namespaces={["invitation", "login", "account", "options"]}>
        {invitation ? (
          <InvitationForm invitation={invitation} privacyHref={privacyHref} token={token} />
        ) : (
          <>
            <NewPasswordForm act="invitation" token={token} works={works} again={again} />
            {works && <PrivacyLine href={privacyHref} />}
          </>
        )}
      </ClientMessages>
    </AccountShell>
  );
}
