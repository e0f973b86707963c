"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useAtLeast } from "@/components/ui/use-at-least";
import {
  appOptions,
  readSecondFactor,
  removeApp,
  renewRecoveryCodes,
} from "@/contract/users/second-factor";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { meQuery, readOf } from "@/lib/api/query";
import { useReauthentication } from "@/lib/api/reauthenticated";
import { AddApp } from "../security/add-authenticator-app";
import { RecoveryCodes } from "../security/recovery-codes";
import { useAsyncAction } from "../use-async-action";
import { Moment } from "./moment";
import { PartLoading } from "./part-loading";
import styles from "./profile.module.css";
import { StepUpRefusal } from "./step-up-refusal";

/** Profile section for the account's authenticator app and recovery codes. Rule: account.app. */
export function SecondFactorPart({ user }: { user: User }) {
  const t = useTranslations("profile.app");
  const locale = useLocale();
  const client = useQueryClient();
  const query = readOf(readSecondFactor, { locale });
  const { data: factor, isError, isPending, refetch } = useQuery({ ...query, staleTime: 0 });
  const waits = useAtLeast(isPending);
  const { act, busy, failure } = useAsyncAction();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const [offered, setOffered] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asksRemove, setAsksRemove] = useState(false);

  async function readAgain() {
    await client.invalidateQueries({ queryKey: query.queryKey });
    await client.invalidateQueries({ queryKey: meQuery(locale).queryKey });
  }

  const offer = () =>
    act(async () =>
      setOffered(await proved(() => call(appOptions, { locale }), purpose("addApp"))),
    );

  async function renew() {
    const renewed = await act(async () => {
      const answer = await proved(() => call(renewRecoveryCodes, { locale }), purpose("codes"));
      setCodes(answer.recovery_codes);
    });
    if (renewed) await readAgain();
  }

  async function remove() {
    const removed = await act(() =>
      proved(() => call(removeApp, { locale }), purpose("removeApp")),
    );
    setAsksRemove(false);
    if (removed) showToast(t("removed"));
    await readAgain();
  }

  if (isError || waits || !factor) return <PartLoading isError={isError} retry={refetch} />;
  const { app, recovery_codes, reset_at } = factor;
  return (
    <div className={styles.stack}>
      {reset_at && (
        <Banner tone="negative" title={t("reset")}>
          <Moment at={reset_at}>{(at) => t("resetAt", { at })}</Moment>
        </Banner>
      )}
      <p>{t("lead")}</p>
      <StepUpRefusal user={user} heading={t("failed")} failure={failure} />
      {app ? (
        <>
          <p className={styles.facts}>
            <Moment at={app.created_at}>{(at) => t("since", { at })}</Moment>
            {app.last_used_at && (
              <Moment at={app.last_used_at}>{(at) => t("lastUsed", { at })}</Moment>
            )}
            <span>{t("codesLeft", { count: recovery_codes })}</span>
          </p>
          <div className={styles.buttons}>
            <Button small variant="secondary" onClick={renew} busy={busy} busyLabel={t("busy")}>
              {t("renew")}
            </Button>
            <Button small variant="secondary" onClick={() => setAsksRemove(true)}>
              {t("remove")}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button variant="secondary" onClick={offer} busy={busy} busyLabel={t("busy")}>
            {t("add")}
          </Button>
        </div>
      )}
      {offered && (
        <AddApp
          {...offered}
          onClose={() => setOffered(null)}
          onAdded={(added) => {
            setOffered(null);
            setCodes(added);
          }}
        />
      )}
      {codes && (
        <RecoveryCodes
          email={user.email}
          codes={codes}
          onClose={() => {
            setCodes(null);
            return readAgain();
          }}
        />
      )}
      <ConfirmDialog
        open={asksRemove}
        title={t("removeQuestion")}
        safeLabel={t("keep")}
        confirmLabel={t("removeConfirm")}
        busyLabel={t("busy")}
        busy={busy}
        onClose={() => setAsksRemove(false)}
        onConfirm={remove}
      >
        <p>{t("removeText")}</p>
      </ConfirmDialog>
    </div>
  );
}
