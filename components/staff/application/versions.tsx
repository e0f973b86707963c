import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import type { ProjectField } from "@/contract/project/project-fields";
import type { Application } from "@/contract/staff/application";
import { Link } from "@/lib/i18n/navigation";
import { useSize } from "@/lib/i18n/use-size";
import { useWhen } from "../shell/use-when";
import { Answer, Draft } from "./draft";
import styles from "./one-application.module.css";
import { ReceiptCheck } from "./receipt-check";
import { AT_SUBMISSION, useVersionHref } from "./view-address";

/**
 * Lists the sent versions of an application with their changes. Of the draft, only the names of changed fields appear.
 */
export function Versions({
  application,
  programme,
}: {
  application: Application;
  programme: string;
}) {
  const t = useTranslations("staff.application");
  const fields = useTranslations("fields");
  const { moment } = useWhen();
  const { id, versions, readable } = application;
  const hrefOf = useVersionHref();
  const shown = { language: application.language, programme };
  return (
    <section className={styles.part} aria-labelledby="versions">
      <h2 id="versions">{t("versions")}</h2>
      <ul>
        <Draft application={application} programme={programme} />
        {versions.map((version, index) => (
          <li key={version.number} className={styles.item}>
            <p className={styles.line}>
              <strong>{t("version", { number: versions.length - index })}</strong>{" "}
              <span>{moment(version.sent_at)}</span>
            </p>
            {version.current && <Status tone="done">{t("current")}</Status>}
            <p className={styles.quiet}>{t("receipt", { number: version.number })}</p>
            <p className={styles.quiet}>
              {t("fingerprint", { start: version.sha256.slice(0, 8) })}
            </p>
            {readable === "yes" && (
              <p>
                <Link href={`${hrefOf(version.number)}${AT_SUBMISSION}`}>{t("sent.read")}</Link>
              </p>
            )}
            <ReceiptCheck id={id} number={version.number} />
            {version.changes.length > 0 && (
              <dl className={styles.changes}>
                {version.changes.map(({ field, before, after }) => (
                  <div key={field}>
                    <dt>{fields(`label.${field as ProjectField}`)}</dt>
                    {before !== null && (
                      <dd>
                        <del>
                          <Answer field={field as ProjectField} value={before} {...shown} />
                        </del>
                      </dd>
                    )}
                    <dd>
                      {after === null ? (
                        t("otherThan")
                      ) : (
                        <ins>
                          <Answer field={field as ProjectField} value={after} {...shown} />
                        </ins>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {readable !== "yes" && <p className={styles.quiet}>{t(`closed.${readable}.title`)}</p>}
    </section>
  );
}

/** Lists an application's files that passed the checks. Rejected files appear in the activity. */
export function Files({ application: { files } }: { application: Application }) {
  const t = useTranslations("staff.application");
  const fields = useTranslations("fields");
  const size = useSize();
  return (
    <section className={styles.part} aria-labelledby="files">
      <h2 id="files">{t("files")}</h2>
      {files.length === 0 && <p className={styles.quiet}>{t("noFiles")}</p>}
      <ul>
        {files.map((file) => (
          <li key={file.id} className={styles.item}>
            <p className={styles.line}>
              <strong>{fields(`label.${file.field as ProjectField}`)}</strong>
              <Status tone={file.missing ? "wrong" : "done"}>
                {t(file.missing ? "missing" : "checked")}
              </Status>
            </p>
            <p className={styles.quiet}>
              {[
                file.name,
                file.pages !== null && t("slides", { count: file.pages }),
                size(file.size),
                !file.in_draft && t("onlySent"),
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
            {file.missing && <p>{t("missingText")}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
