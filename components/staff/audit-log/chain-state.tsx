"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { verifyChain } from "@/contract/staff/audit-log";
import { readOf } from "@/lib/api/query";
import { ListHead } from "../list/list-head";
import styles from "./audit-log.module.css";

/**
 * Shows whether the hash chain of the audit log is intact, as verified when the page opens. Shows an alarm if the chain
 * is broken.
 */
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
      busyLabel={t("chain.busy")}
      onClick={() => refetch()}
    >
      {t("chain.again")}
    </Button>
  );
  return (
    <section data-alarm={line === null ? undefined : ""} className={styles.chain}>
      <ListHead
        title={line === null ? t("title") : t("chain.broken", { line: String(line) })}
        keys={["row"]}
        sum={
          <span role="status">
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
                {t("chain.brokenText", { lines: data.lines })}
                {data.head && <Fingerprint head={data.head} words={t("chain.fits")} />}
              </>
            )}
            {!data && error && <Status tone="wrong">{t("chain.failed")}</Status>}
            {!data && !error && t("chain.pending")}
          </span>
        }
      >
        {(data || error) && again}
      </ListHead>
    </section>
  );
}

/** Shows a whole hash of the audit log, so that staff can copy it into the minutes of a meeting. */
function Fingerprint({ head, words }: { head: string; words: string }) {
  return (
    <span className={styles.fingerprint}>
      {words} <code>{head}</code>
    </span>
  );
}
