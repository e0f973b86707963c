"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { showToast } from "@/components/ui/overlays/toast";
import { unlinkProvider } from "@/contract/users/own-account";
import { PROVIDERS, type User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { meQuery } from "@/lib/api/query";
import { useReauthentication } from "@/lib/api/reauthenticated";
import { useAsyncAction } from "../use-async-action";
import styles from "./profile.module.css";
import { ProfilePart } from "./profile-part";
import { StepUpRefusal } from "./step-up-refusal";

type Provider = (typeof PROVIDERS)[number];

/**
 * Lists the sign-in providers that are linked to the account or that the user can link. Renders nothing if no provider
 * is linked and `links` is empty.
 *
 * @param links the control that links each configured provider
 */
export function LinkedProviders({
  user,
  links = {},
}: {
  user: User;
  links?: Partial<Record<Provider, ReactNode>>;
}) {
  const t = useTranslations("profile.providers");
  const locale = useLocale();
  const client = useQueryClient();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const { act, busy, failure } = useAsyncAction();
  const [going, setGoing] = useState<Provider | null>(null);
  const shown = PROVIDERS.filter((name) => user.providers.includes(name) || links[name]);
  if (shown.length === 0) return null;
  const isLastWayIn = !user.has_password && !user.has_passkey && user.providers.length === 1;

  async function unlink(provider: Provider) {
    setGoing(provider);
    const removed = await act(async () => {
      const stored = await proved(
        () => call(unlinkProvider, { locale, body: { provider } }),
        purpose("unlink"),
      );
      client.setQueryData(meQuery(locale).queryKey, stored);
    });
    if (removed) showToast(t("unlinked", { name: t(`name.${provider}`) }));
  }

  return (
    <ProfilePart id="providers" title={t("title")}>
      <p>{t("lead")}</p>
      <StepUpRefusal user={user} heading={t("failed")} failure={failure} />
      <ul className={styles.rows}>
        {shown.map((provider) => {
          const name = t(`name.${provider}`);
          return (
            <li key={provider} className={styles.row}>
              <div className={styles.rowHead}>
                <span className={styles.name}>{name}</span>
                {user.providers.includes(provider) && <Status tone="done">{t("linked")}</Status>}
              </div>
              {user.providers.includes(provider) ? (
                <Button
                  small
                  variant="secondary"
                  onClick={() => unlink(provider)}
                  busy={busy && going === provider}
                  busyLabel={t("busy")}
                  {...(isLastWayIn ? { disabledReason: t("last") } : {})}
                >
                  {t("unlink", { name })}
                </Button>
              ) : (
                links[provider]
              )}
            </li>
          );
        })}
      </ul>
    </ProfilePart>
  );
}
