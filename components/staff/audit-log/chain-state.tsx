"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { verifyChain } from "@/contract/staff/audit-log";
import { readOf } from "@/lib/api/query";
import styles from "./audit-log.module.css";

/** Shows whether the hash chain is intact, verified when the page opens; an alarm if it is broken. */
export function ChainState() {
  const t = useTranslations("staff.log");
  const locale = useLocale();
  const { data, error, isFetching, refetch } = useQuery(readOf(verifyChain, { locale }));
  const line = data?.broken_at ?? null;
  const again = (
    <Button
      small
      variant="secondary"
      busy={isFetching}
      busyLabel={t("chain.pending")}
      onClick={() => refetch()}
    >
      {t("chain.again")}
    </Button>
  );
  return (
    <section className={styles.head} data-alarm={line === null ? undefined : ""}>
      <h1 className={styles.title}>
        {line === null ? t("title") : t("chain.broken", { line: String(line) })}
      </h1>
      <div className={styles.chain} role="status">
        {data && line === null && (
          <>
            <Status tone={data.lines === 0 ? "off" : "done"}>
              {t("chain.holds", { lines: data.lines })}
            </Status>
            {data.head && <Fingerprint head={data.head} words={t("chain.head")} />}
          </>
        )}
        {data && line !== null && (
          <>
            <p>{t("chain.brokenText", { lines: data.lines })}</p>
            {data.head && <Fingerprint head={data.head} words={t("chain.fits")} />}
          </>
        )}
        {!data && error && <Status tone="wrong">{t("chain.failed")}</Status>}
        {!data && !error && <p>{t("chain.pending")}</p>}
      </div>
      {(data || error) && again}
    </section>
  );
}

/** Shows the whole hash, which staff copy into the minutes. */
function Fingerprint({ head, words }: { head: string; words: string }) {
  return (
    <p className={styles.fingerprint}>
      {words} <code>{head}</code>
    </p>
  );
}
