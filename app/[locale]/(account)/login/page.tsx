import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Farewell } from "@/components/account/profile/farewell";
import { LoginForm } from "@/components/account/sign-in/login-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { config } from "@/lib/config";
import { dashboardPath } from "@/lib/routes/guard";
import { safeNext } from "@/lib/routes/safe-next";
import { type Search, single } from "@/lib/routes/search";
import { socialKeys } from "@/lib/social-sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("metaTitle") };
}

export default async function LoginPage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations("login");
  const locale = await getLocale();
  const dashboard = dashboardPath({ locale });
  const target = safeNext(await single(searchParams, "next"), dashboard);
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <Farewell />
      <LoginForm
        next={target}
        interrupted={target !== dashboard}
        social={await socialKeys()}
        contactMail={config.contactMail}
        privacyHref={config.policies.webPrivacy[locale]}
      />
    </AccountShell>
  );
}
