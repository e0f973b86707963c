"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { meQuery } from "@/lib/api/query";
import { ChangePasswordForm } from "./change-password-form";
import styles from "./profile.module.css";
import { ProfileForm } from "./profile-form";

/** Somebody's own data, to be changed: names, interest, newsletter, and the password. */
export function Profile() {
  const t = useTranslations("profile");
  const loading = useTranslations("loading");
  const { data: user, isError, refetch } = useQuery(meQuery(useLocale()));
  return (
    <div className={styles.profile}>
      <h1 className={styles.title}>{t("title")}</h1>
      {user ? (
        <div className={styles.parts}>
          <section className={styles.part} aria-labelledby="profile-data">
            <h2 id="profile-data" className={styles.heading}>
              {t("data")}
            </h2>
            <ProfileForm user={user} />
          </section>
          {user.has_password && (
            <section className={styles.part} aria-labelledby="profile-password">
              <h2 id="profile-password" className={styles.heading}>
                {t("password.title")}
              </h2>
              <ChangePasswordForm />
            </section>
          )}
        </div>
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
