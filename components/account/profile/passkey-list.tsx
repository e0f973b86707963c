"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useAtLeast } from "@/components/ui/use-at-least";
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  passkeyOptions,
  removePasskey,
} from "@/contract/users/passkeys";
import type { User } from "@/contract/users/user-schemas";
import { call } from "@/lib/api/call";
import { meQuery, readOf } from "@/lib/api/query";
import { useReauthentication } from "@/lib/api/reauthenticated";
import { makePasskey } from "@/lib/browser/passkeys";
import { Refusal } from "../refusal";
import { RenamePasskey } from "../security/rename-passkey";
import { useAsyncAction } from "../use-async-action";
import { Moment } from "./moment";
import { PartLoading } from "./part-loading";
import styles from "./profile.module.css";
import { StepUpRefusal } from "./step-up-refusal";

/** Lists the account's passkeys with name and last use. The user can add passkeys. */
export function PasskeyList({ user }: { user: User }) {
  const t = useTranslations("profile.passkeys");
  const locale = useLocale();
  const client = useQueryClient();
  const query = readOf(listPasskeys, { locale });
  const { data: passkeys, isError, isPending, refetch } = useQuery({ ...query, staleTime: 0 });
  const waits = useAtLeast(isPending);
  const { act, busy, failure } = useAsyncAction();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");

  async function readAgain() {
    await client.invalidateQueries({ queryKey: query.queryKey });
    await client.invalidateQueries({ queryKey: meQuery(locale).queryKey });
  }

  async function add() {
    const added = await act(async () => {
      const options = await proved(() => call(passkeyOptions, { locale }), purpose("addPasskey"));
      await call(addPasskey, { locale, body: { passkey: await makePasskey(options) } });
    });
    if (!added) return;
    showToast(t("added"));
    await readAgain();
  }

  if (isError || waits || !passkeys) return <PartLoading isError={isError} retry={refetch} />;
  const isLastWayIn = !user.has_password && user.providers.length === 0 && passkeys.length === 1;
  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <StepUpRefusal user={user} heading={t("failed")} failure={failure} />
      {passkeys.length > 0 && (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isLastWayIn={isLastWayIn}
              onChanged={readAgain}
            />
          ))}
        </ul>
      )}
      <div>
        <Button variant="secondary" onClick={add} busy={busy} busyLabel={t("adding")}>
          {t("add")}
        </Button>
      </div>
    </div>
  );
}

function PasskeyRow({
  passkey,
  isLastWayIn,
  onChanged,
}: {
  passkey: Passkey;
  isLastWayIn: boolean;
  onChanged: () => Promise<void>;
}) {
  const t = useTranslations("profile.passkeys");
  const locale = useLocale();
  const { act, busy, failure } = useAsyncAction();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const [open, setOpen] = useState<"rename" | "remove" | null>(null);
  const { id, name, created_at, last_used_at } = passkey;

  async function remove() {
    const params = { id };
    const removed = await act(() =>
      proved(() => call(removePasskey, { locale, params }), purpose("removePasskey")),
    );
    setOpen(null);
    if (!removed) return;
    showToast(t("removed", { name }));
    await onChanged();
  }

  return (
    <li className={styles.row}>
      <span className={styles.name}>{name}</span>
      <p className={styles.facts}>
        <Moment at={created_at}>{(at) => t("since", { at })}</Moment>
        {last_used_at ? (
          <Moment at={last_used_at}>{(at) => t("lastUsed", { at })}</Moment>
        ) : (
          <span>{t("neverUsed")}</span>
        )}
      </p>
      <Refusal heading={t("failed")} failure={failure} />
      <div className={styles.buttons}>
        <Button small variant="secondary" onClick={() => setOpen("rename")}>
          {t("rename", { name })}
        </Button>
        <Button
          small
          variant="secondary"
          onClick={() => setOpen("remove")}
          {...(isLastWayIn ? { disabledReason: t("last") } : {})}
        >
          {t("remove", { name })}
        </Button>
      </div>
      {open === "rename" && (
        <RenamePasskey passkey={passkey} onClose={() => setOpen(null)} onRenamed={onChanged} />
      )}
      <ConfirmDialog
        open={open === "remove"}
        title={t("removeQuestion", { name })}
        safeLabel={t("keep")}
        confirmLabel={t("removeConfirm")}
        busyLabel={t("removing")}
        busy={busy}
        onClose={() => setOpen(null)}
        onConfirm={remove}
      >
        <p>{t("removeText")}</p>
      </ConfirmDialog>
    </li>
  );
}
