import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { RegistrationForm } from "@/components/account/sign-in/registration-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { config } from "@/lib/config";
import { dashboardPath } from "@/lib/routes/guard";
import { safeNext } from "@/lib/routes/safe-next";
import { type Search, single } from "@/lib/routes/search";
import { socialKeys } from "@/lib/social-sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("registration");
  return { title: t("metaTitle") };
}

export default async function RegistrationPage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations("registration");
  const locale = await getLocale();
  const dashboard = dashboardPath({ locale });
  const target = safeNext(await single(searchParams, "next"), dashboard);
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <RegistrationForm
        privacyHref={config.policies.webPrivacy[locale]}
        captcha={config.captcha}
        social={await socialKeys()}
        next={target}
        interrupted={target !== dashboard}
      />
    </AccountShell>
  );
}
