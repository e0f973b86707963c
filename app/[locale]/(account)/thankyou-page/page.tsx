import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Arrival } from "@/components/account/sign-in/arrival";
import { WhatNext } from "@/components/content/what-next";
import { CallBand } from "@/components/site/call/call-band";
import { AccountShell } from "@/components/site/frame/account-shell";
import { catalogueOf } from "@/lib/content/catalogue";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("thanks");
  return { title: t("metaTitle") };
}

/** Renders the page that confirms the whitepaper request and shows next steps. */
export default async function ThanksPage() {
  const t = await getTranslations("thanks");
  const locale = await getLocale();
  const [events, posts] = await Promise.all([
    catalogueOf("events", locale).catch(() => []),
    catalogueOf("posts", locale).catch(() => []),
  ]);
  return (
    <AccountShell claim={t("claim")} title={t("title")}>
      <Arrival lead={t("lead")}>
        <WhatNext events={events} posts={posts} />
      </Arrival>
      <CallBand page="thanks" />
    </AccountShell>
  );
}
