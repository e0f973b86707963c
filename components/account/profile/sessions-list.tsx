"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { showToast } from "@/components/ui/overlays/toast";
import { useAtLeast } from "@/components/ui/use-at-least";
import { endOtherSessions, listSessions } from "@/contract/users/own-account";
import { endSession } from "@/contract/users/passkeys";
import { call } from "@/lib/api/call";
import { readOf } from "@/lib/api/query";
import { Refusal } from "../refusal";
import { useAsyncAction } from "../use-async-action";
import { Moment } from "./moment";
import { PartLoading } from "./part-loading";
import styles from "./profile.module.css";

/** Lists the account's sessions, this device first. The user can end one session or all other sessions. */
export function SessionsList() {
  const t = useTranslations("profile.sessions");
  const locale = useLocale();
  const client = useQueryClient();
  const query = readOf(listSessions, { locale });
  const { data: sessions, isError, isPending, refetch } = useQuery({ ...query, staleTime: 0 });
  const waits = useAtLeast(isPending);
  const { act, busy, failure } = useAsyncAction();

  const [going, setGoing] = useState("");

  async function end(id: string) {
    setGoing(id);
    const ended = await act(() => call(endSession, { locale, params: { id } }));
    setGoing("");
    if (ended) showToast(t("endedOne"));
    await client.invalidateQueries({ queryKey: query.queryKey });
  }

  async function endOthers() {
    const ended = await act(() => call(endOtherSessions, { locale }));
    if (ended) showToast(t("ended"));
    await client.invalidateQueries({ queryKey: query.queryKey });
  }

  if (isError || waits || !sessions) return <PartLoading isError={isError} retry={refetch} />;
  const inOrder = [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <Refusal heading={t("failed")} failure={failure} />
      <ul className={styles.rows}>
        {inOrder.map(({ id, device, place, current, created_at, last_used_at }) => (
          <li key={id} className={styles.row}>
            <div className={styles.rowHead}>
              <span className={styles.name}>{device || t("unknown")}</span>
              {current && <Status tone="done">{t("this")}</Status>}
            </div>
            <p className={styles.facts}>
              <Moment at={created_at}>{(at) => t("since", { at })}</Moment>
              {!current && <Moment at={last_used_at}>{(at) => t("lastUsed", { at })}</Moment>}
              {place && <span>{t("in", { place })}</span>}
            </p>
            {!current && (
              <Button
                small
                variant="secondary"
                onClick={() => end(id)}
                busy={going === id}
                busyLabel={t("ending")}
              >
                {t("end", { device: device || t("unknown") })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <Button
            variant="secondary"
            onClick={endOthers}
            busy={busy && !going}
            busyLabel={t("busy")}
          >
            {t("endOthers")}
          </Button>
        </div>
      ) : (
        <p className={styles.facts}>{t("only")}</p>
      )}
    </div>
  );
}
