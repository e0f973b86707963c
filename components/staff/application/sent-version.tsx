"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Answers } from "@/components/submission/answers";
import { fileSource } from "@/components/submission/file-source";
import { SignInAgain } from "@/components/submission/sign-in-again";
import { Status } from "@/components/ui/figures/status";
import { FIELD_NAMES } from "@/contract/project/project-fields";
import {
  type Application,
  getVersionDossier,
  getVersionFile,
  readVersion,
} from "@/contract/staff/application";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { ListBody } from "../list/list-body";
import { useWhen } from "../shell/use-when";
import styles from "./sent-version.module.css";
import { AT_SUBMISSION, useVersionHref } from "./view-address";

type Shown = { application: Application; programme: string };

/**
 * Shows a submission as evaluators read it, with contact data, and marks what differs from the previous submission. The
 * URL names the submission. If the URL names no submission, the newest one appears.
 */
export function SentVersion({ application, programme }: Shown) {
  const t = useTranslations("staff.application");
  const names = useTranslations("fields.short");
  const locale = useLocale();
  const { moment } = useWhen();
  const hrefOf = useVersionHref();
  const asked = useSearchParams().get("version");
  const { id, versions } = application;
  const at = Math.max(
    0,
    versions.findIndex(({ number }) => number === asked),
  );
  const number = versions[at]?.number ?? "";
  const isNewest = at === 0;
  const article = useRef<HTMLElement>(null);
  // On a phone, the list of versions is far below the submission, so a link in the list scrolls up to the submission.
  useEffect(() => {
    if (asked && window.location.hash === AT_SUBMISSION) article.current?.focus();
  }, [asked]);
  const request = { locale, params: { id, number } };
  const query = useQuery(readOf(readVersion, request));
  const { data } = query;
  const changed = FIELD_NAMES.filter((field) => data && field in data.before);
  const count = versions.length - at;
  return (
    <SignInAgain>
      <article
        ref={article}
        id={AT_SUBMISSION.slice(1)}
        className={styles.sheet}
        data-theme="light"
        aria-label={t("view.sent")}
        tabIndex={-1}
      >
        <header className={styles.head}>
          <p>
            <strong>{t("version", { number: count })}</strong>{" "}
            {t("sent.at", { at: moment(versions[at]?.sent_at ?? "") })}
          </p>
          <Status tone={isNewest ? "done" : "off"}>{t(isNewest ? "current" : "sent.older")}</Status>
          {versions.length > 1 && (
            <nav className={styles.versions} aria-label={t("versions")}>
              {versions.map((one, index) => (
                <Link
                  key={one.number}
                  href={hrefOf(one.number)}
                  scroll={false}
                  aria-current={index === at ? "page" : undefined}
                >
                  {t("version", { number: versions.length - index })}
                </Link>
              ))}
            </nav>
          )}
          {data && count > 1 && (
            <p>
              {t("sent.changed", {
                count: changed.length,
                number: count - 1,
                names: changed.map((field) => names(field)).join(", "),
              })}
            </p>
          )}
          <p className={styles.quiet}>{t("sent.logged")}</p>
        </header>
        <ListBody query={query} rows={14} failed={t("sent.failed")}>
          {data && (
            <Answers
              project={data.project}
              before={data.before}
              language={application.language}
              staff={{ programme }}
              files={{
                sourceOf: ({ id: fileId }) =>
                  fileSource(getVersionFile, { locale, params: { ...request.params, fileId } }),
                renditions: data.renditions,
                whyGone: ({ id: fileId, field, name }) => {
                  if (!data.missing.includes(fileId)) return null;
                  if (isNewest) return t("missingText");
                  return t("receiptCheck.released", { field: names(field), name });
                },
                dossier: {
                  name: `${number}.pdf`,
                  text: t("sent.dossier"),
                  load: fileSource(getVersionDossier, request).load,
                },
              }}
            />
          )}
        </ListBody>
      </article>
    </SignInAgain>
  );
}
