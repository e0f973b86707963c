"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { showToast } from "@/components/ui/toast";
import { linkProvider } from "@/contract/users";
import { call } from "@/lib/api/call";
import { meQuery } from "@/lib/api/query";
import type { SocialKeys } from "@/lib/social-keys";
import { ProviderButtons } from "./provider-buttons";
import type { ProviderPayload } from "./provider-payload";
import { Refusal } from "./refusal";
import { useAct } from "./use-act";

/** Adds a provider to the ways into one's own account; LinkedProviders shows it from then on. */
export function LinkProvider({
  keys,
  provider,
}: {
  keys: SocialKeys;
  provider: ProviderPayload["provider"];
}) {
  const t = useTranslations("social");
  const words = useTranslations("profile.providers");
  const locale = useLocale();
  const client = useQueryClient();
  const { act, busy, failure } = useAct();
  const name = words(`name.${provider}`);

  async function add(payload: ProviderPayload) {
    const added = await act(async () => {
      const stored = await call(linkProvider, { locale, body: payload });
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
        <Refusal heading={words("failed")} failure={failure} />
      )}
      <ProviderButtons keys={keys} only={provider} busy={busy} onAnswer={add} />
    </>
  );
}
