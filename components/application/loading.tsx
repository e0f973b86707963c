"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/api/error";
import { getPathname, usePathname } from "@/lib/i18n/navigation";
import styles from "./loading.module.css";

/** The place of the application while it is being read. */
export function Loading() {
  const t = useTranslations("project");
  return (
    <div className={styles.place}>
      <Skeleton label={t("loading")} lines={6} />
    </div>
  );
}

/** The application could not be read: why, and the way on (again, or sign in first). */
export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations("project");
  const reason = useTranslations("errors");
  const locale = useLocale();
  const pathname = usePathname();
  const code = error instanceof ApiError ? error.code : "bad_answer";
  const here = getPathname({ href: pathname, locale });
  const login = getPathname({ href: { pathname: "/login", query: { next: here } }, locale });

  return (
    <div className={styles.place} role="alert">
      <h1 className={styles.title}>{t("failed.load")}</h1>
      <p>{reason(code)}</p>
      {code === "not_authenticated" ? (
        <ButtonLink href={login}>{t("signInAgain")}</ButtonLink>
      ) : (
        <Button onClick={onRetry}>{t("retry")}</Button>
      )}
    </div>
  );
}
