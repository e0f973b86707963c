import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Profile } from "@/components/account/profile/profile";
import { ClientMessages } from "@/components/forms/client-messages";
import { listSessions } from "@/contract/users/own-account";
import { listPasskeys } from "@/contract/users/passkeys";
import { readSecondFactor } from "@/contract/users/second-factor";
import { prefetch } from "@/lib/api/prefetch";
import { readOf } from "@/lib/api/query";
import { socialKeys } from "@/lib/social-sign-in";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("profile");
  return { title: t("metaTitle") };
}

export default async function ProfilePage() {
  const locale = await getLocale();
  const state = await prefetch(
    readOf(listPasskeys, { locale }),
    readOf(readSecondFactor, { locale }),
    readOf(listSessions, { locale }),
  );
  return (
    <ClientMessages namespaces={["profile", "account", "registration", "social", "loading"]}>
      <HydrationBoundary state={state}>
        <Profile social={await socialKeys()} />
      </HydrationBoundary>
    </ClientMessages>
  );
}
