"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import type { User } from "@/contract/users/user-schemas";
import { meQuery } from "@/lib/api/query";
import type { SocialKeys } from "@/lib/social-sign-in";
import { ReauthenticationProvider } from "../security/reauthentication";
import { ChangeEmailForm } from "./change-email-form";
import { ChangePasswordForm } from "./change-password-form";
import { ExportLink } from "./export-link";
import type { Way } from "./farewell";
import { LeaveDialog } from "./leave-dialog";
import { LinkProvider } from "./link-provider";
import { LinkedProviders } from "./linked-providers";
import { PasskeyList } from "./passkey-list";
import styles from "./profile.module.css";
import { ProfileForm } from "./profile-form";
import { ProfilePart } from "./profile-part";
import { SecondFactorPart } from "./second-factor";
import { SessionsList } from "./sessions-list";

/**
 * Renders the user's profile: data, password, passkeys, second factor, sign-in providers, sessions, data export, and
 * closing the account.
 *
 * @param social the configured providers; null when there are none
 */
export function Profile({ social }: { social: SocialKeys | null }) {
  const t = useTranslations("profile");
  const loading = useTranslations("loading");
  const { data: user, isError, isPending, refetch } = useQuery(meQuery(useLocale()));
  const waits = useAtLeast(isPending);
  return (
    <div className={styles.profile}>
      <h1 className={styles.title}>{t("title")}</h1>
      {user && !waits ? (
        <ReauthenticationProvider user={user}>
          {user.needs_second_factor && (
            <div className={styles.needed}>
              <Banner role="status" title={t("app.needed")}>
                <p>{t("app.neededText")}</p>
              </Banner>
            </div>
          )}
          <Parts user={user} social={social} />
        </ReauthenticationProvider>
      ) : isError ? (
        <EmptyState title={loading("error")}>
          <Button onClick={() => refetch()}>{loading("retry")}</Button>
        </EmptyState>
      ) : (
        <Skeleton label={loading("label")} lines={6} />
      )}
    </div>
  );
}

function Parts({ user, social }: { user: User; social: SocialKeys | null }) {
  const t = useTranslations("profile");
  const links = social && {
    google: social.googleClientId && <LinkProvider user={user} keys={social} provider="google" />,
    facebook: social.facebookAppId && (
      <LinkProvider user={user} keys={social} provider="facebook" />
    ),
  };
  return (
    <div className={styles.parts}>
      <div className={styles.column}>
        <ProfilePart id="data" title={t("data")}>
          <ProfileForm user={user} />
        </ProfilePart>
        <ProfilePart id="email" title={t("email.title")}>
          <ChangeEmailForm user={user} />
        </ProfilePart>
        {user.has_password && (
          <ProfilePart id="password" title={t("password.title")}>
            <ChangePasswordForm />
          </ProfilePart>
        )}
      </div>
      <div className={styles.column}>
        <ProfilePart id="passkeys" title={t("passkeys.title")}>
          <PasskeyList user={user} />
        </ProfilePart>
        <ProfilePart id="app" title={t("app.title")}>
          <SecondFactorPart user={user} />
        </ProfilePart>
        <ProfilePart id="sessions" title={t("sessions.title")}>
          <SessionsList />
        </ProfilePart>
        <LinkedProviders user={user} {...(links && { links })} />
        <ProfilePart id="export" title={t("export.title")}>
          <ExportLink user={user} />
        </ProfilePart>
        <ProfilePart id="deactivate" title={t("deactivate.title")}>
          <Leave way="deactivate" user={user} />
        </ProfilePart>
        <ProfilePart id="erase" title={t("erase.title")}>
          <Leave way="erase" user={user} />
        </ProfilePart>
      </div>
    </div>
  );
}

/** Shows a button to deactivate or erase the account, with a confirmation dialog. */
function Leave({ way, user }: { way: Way; user: User }) {
  const t = useTranslations(`profile.${way}`);
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t("button")}
        </Button>
      </div>
      <LeaveDialog way={way} user={user} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
