import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { RegistrationForm } from "@/components/account/enter/registration-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { config } from "@/lib/config";
import { dashboardPath } from "@/lib/routes/guard";
import { socialKeys } from "@/lib/social-keys";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("registration");
  return { title: t("metaTitle") };
}

export default async function RegistrationPage() {
  const t = await getTranslations("registration");
  const locale = await getLocale();
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <RegistrationForm
        privacyHref={config.policies.privacyNotice[locale]}
        webPrivacyHref={config.policies.webPrivacy[locale]}
        captcha={config.captcha}
        social={await socialKeys()}
        next={dashboardPath({ locale })}
      />
    </AccountShell>
  );
}
