import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Farewell } from "@/components/account/farewell";
import { LoginForm } from "@/components/account/login-form";
import { AccountShell } from "@/components/site/account-shell";
import { dashboardPath } from "@/lib/routes/guard";
import { safeNext } from "@/lib/routes/safe-next";
import { type Search, single } from "@/lib/routes/search";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login");
  return { title: t("metaTitle") };
}

export default async function LoginPage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations("login");
  const dashboard = dashboardPath({ locale: await getLocale() });
  const target = safeNext(await single(searchParams, "next"), dashboard);
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <Farewell />
      <LoginForm next={target} interrupted={target !== dashboard} />
    </AccountShell>
  );
}
