import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewEmailForm } from "@/components/account/sign-in/new-email-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { linkWorks } from "@/lib/api/server";
import { type Search, single } from "@/lib/routes/search";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.newEmail");
  return { title: t("title") };
}

export default async function NewEmailPage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations("login.newEmail");
  const token = await single(searchParams, "token");
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <NewEmailForm token={token} works={await linkWorks(token)} />
    </AccountShell>
  );
}
