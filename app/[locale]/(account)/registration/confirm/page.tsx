import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmForm } from "@/components/account/sign-in/confirm-form";
import { AccountShell } from "@/components/site/frame/account-shell";
import { linkWorks } from "@/lib/api/server";
import { safeNext } from "@/lib/routes/safe-next";
import { type Search, single } from "@/lib/routes/search";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("confirmation");
  return { title: t("metaTitle") };
}

export default async function ConfirmPage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations("confirmation");
  const token = await single(searchParams, "token");
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <ConfirmForm
        token={token}
        works={await linkWorks(token)}
        next={safeNext(await single(searchParams, "next"), "")}
      />
    </AccountShell>
  );
}
