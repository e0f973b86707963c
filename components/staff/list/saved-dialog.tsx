"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import {
  changeSavedList,
  hideSavedList,
  listSavedLists,
  removeSavedList,
  SAVED_NAME_MAX,
  type SavedListRow,
} from "@/contract/staff/saved-lists";
import { cleanLine } from "@/contract/text/clean-text";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import styles from "./saved-tabs.module.css";

/** Dialog that manages saved views of a list: share, hide, rename, and delete. */
export function SavedDialog({
  title,
  views,
  may,
  onClose,
}: {
  title: string;
  views: readonly SavedListRow[];
  /** Whether the user's role can change saved views. */
  may: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("staff.list.saved");
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button small variant="secondary" onClick={onClose}>
          {t("close")}
        </Button>
      }
    >
      <ul className={styles.views}>
        {views.map((view) => (
          <View key={view.id} view={view} may={may} named={views.length > 1} />
        ))}
      </ul>
    </Dialog>
  );
}

function View({ view, may, named }: { view: SavedListRow; may: boolean; named: boolean }) {
  const t = useTranslations("staff.list.saved");
  const locale = useLocale();
  const client = useQueryClient();
  const { id, name, shared, own, by, editable, hidden, broken } = view;
  const params = { id };
  const [typed, setTyped] = useState(name);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const whose = shared
    ? own
      ? t("sharedByYou")
      : by
        ? t("sharedBy", { name: by })
        : t("sharedByFormer")
    : t("onlyYou");

  async function run(work: () => Promise<unknown>, done: string) {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      showToast(done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: [listSavedLists.name] });
  }
  const change = (body: { name?: string; shared?: boolean }) =>
    call(changeSavedList, { locale, params, body });
  const isRenamed = cleanLine(typed) !== "" && cleanLine(typed) !== name;

  return (
    <li className={styles.view}>
      <p>
        {named && <bdi className={styles.viewName}>{name}</bdi>} {whose}
      </p>
      {broken && <p role="note">{t(`broken.${broken}`)}</p>}
      {failure && failure.code !== "invalid_fields" && (
        <FormAlert heading={t("failed")} code={failure.code} />
      )}
      {may && editable && !broken && !named && (
        <form
          className={styles.rename}
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isRenamed) return;
            void run(() => change({ name: typed }), t("renamed", { name: cleanLine(typed) }));
          }}
        >
          <TextField
            name="saved-rename"
            label={t("name")}
            autoComplete="off"
            maxLength={SAVED_NAME_MAX}
            value={typed}
            error={failure?.fields.name}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button small variant="secondary" type="submit">
            {t("rename")}
          </Button>
        </form>
      )}
      {may && (
        <div className={styles.acts}>
          {editable && !broken && (
            <Button
              small
              variant="secondary"
              onClick={() =>
                void run(
                  () => change({ shared: !shared }),
                  t(shared ? "unshared" : "shared", { name }),
                )
              }
            >
              {t(shared ? "unshare" : "doShare")}
            </Button>
          )}
          {shared && !own && (
            <Button
              small
              variant="secondary"
              onClick={() =>
                void run(
                  () => call(hideSavedList, { locale, params, body: { hidden: !hidden } }),
                  t(hidden ? "shownDone" : "hiddenDone", { name }),
                )
              }
            >
              {t(hidden ? "show" : "hide")}
            </Button>
          )}
          {editable && (
            <Button small variant="secondary" onClick={() => setAsking(true)}>
              {t("delete")}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={t("deleteAsk", { name })}
        safeLabel={t("cancel")}
        confirmLabel={t("delete")}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void run(() => call(removeSavedList, { locale, params }), t("removed", { name }));
        }}
      >
        <p>{t(shared ? "deleteAll" : "deleteOwn")}</p>
      </ConfirmDialog>
    </li>
  );
}
