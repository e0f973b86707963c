"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import { getSenderDomain, type SenderDomain, summariseRecords } from "@/contract/staff/mails";
import { readOf } from "@/lib/api/query";
import styles from "./mails.module.css";

/** Shows whether the DNS records of the sender's domain authenticate the programme's emails. */
export function Domain() {
  const t = useTranslations("staff.mails.domain");
  const locale = useLocale();
  const { data, isError } = useQuery(readOf(getSenderDomain, { locale }));
  return (
    <section className={styles.domain} aria-label={t("title")}>
      {isError && <p>{t("failed")}</p>}
      {!data && !isError && <p>{t("pending")}</p>}
      {data && <Found found={data} />}
    </section>
  );
}

function Found({ found }: { found: SenderDomain }) {
  const t = useTranslations("staff.mails.domain");
  const { domain, records } = found;
  const { missing, known } = summariseRecords(found);
  return (
    <>
      <Status tone={missing > 0 ? "wrong" : known ? "done" : "off"}>
        {t(missing > 0 ? "missing" : known ? "well" : "unknown", { domain })}
      </Status>
      <ul className={styles.records}>
        {records.map(({ name, at, state }) => (
          <li key={name}>{t(`record.${state}`, { name, at })}</li>
        ))}
      </ul>
    </>
  );
}
