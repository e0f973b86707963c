import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { OwnInvitation } from "@/components/account/invitation/own-invitation";
import { ClientMessages } from "@/components/forms/client-messages";
import type { Language } from "@/contract/languages";
import { getMyInvitation } from "@/contract/users/invitation";
import { ApiError } from "@/lib/api/error";
import { known } from "@/lib/api/prefetch";
import { readOf } from "@/lib/api/query";
import { callAsUser } from "@/lib/api/server";
import { config } from "@/lib/config";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("invitation");
  return { title: t("metaTitle") };
}

/**
 * Reads the invitation to evaluate on the server, so the browser sends no request when there is no invitation.
 */
export default async function OwnInvitationPage() {
  const locale = await getLocale();
  const privacyHref = config.policies.webPrivacy[locale];
  const { invitation, isMissing } = await findInvitation(locale);
  return (
    <ClientMessages namespaces={["invitation", "login", "account", "options", "loading"]}>
      <HydrationBoundary
        state={invitation && known(readOf(getMyInvitation, { locale }), invitation)}
      >
        <OwnInvitation privacyHref={privacyHref} isMissing={isMissing} />
      </HydrationBoundary>
    </ClientMessages>
  );
}

async function findInvitation(locale: Language) {
  try {
    return { invitation: await callAsUser(getMyInvitation, { locale }), isMissing: false };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { invitation: null, isMissing: error.code === "not_found" };
  }
}
