"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { showToast } from "@/components/ui/overlays/toast";
import { linkProvider } from "@/contract/users/own-account";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { meQuery } from "@/lib/api/query";
import { useReauthentication } from "@/lib/api/reauthenticated";
import type { SocialKeys } from "@/lib/social-sign-in";
import { ProviderButtons } from "../social/provider-buttons";
import type { ProviderPayload } from "../social/provider-payload";
import { useAsyncAction } from "../use-async-action";
import { StepUpRefusal } from "./step-up-refusal";

/** Links a sign-in provider to the signed-in account. The component LinkedProviders then lists the provider. */
export function LinkProvider({
  user,
  keys,
  provider,
}: {
  user: User;
  keys: SocialKeys;
  provider: ProviderPayload["provider"];
}) {
  const t = useTranslations("social");
  const words = useTranslations("profile.providers");
  const locale = useLocale();
  const client = useQueryClient();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const { act, busy, failure } = useAsyncAction();
  const name = words(`name.${provider}`);

  async function add(payload: ProviderPayload) {
    const added = await act(async () => {
      const stored = await proved(
        () => call(linkProvider, { locale, body: payload }),
        purpose("link"),
      );
      client.setQueryData(meQuery(locale).queryKey, stored);
    });
    if (added) showToast(t("linked", { provider: name }));
  }

  return (
    <>
      {failure?.code === "link_required" ? (
        <FormAlert heading={words("failed")}>
          <p>{t("taken", { provider: name })}</p>
        </FormAlert>
      ) : (
        <StepUpRefusal user={user} heading={words("failed")} failure={failure} />
      )}
      <ProviderButtons keys={keys} only={provider} busy={busy} onAnswer={add} />
    </>
  );
}
