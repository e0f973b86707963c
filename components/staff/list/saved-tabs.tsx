"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { showToast } from "@/components/ui/overlays/toast";
import { mayCall } from "@/contract/endpoint";
import {
  listSavedLists,
  removeSavedList,
  SAVED_MAX,
  SAVED_NAME_MAX,
  type SavedList,
  type SavedListRow,
  saveList,
} from "@/contract/staff/saved-lists";
import { cleanLine } from "@/contract/text/clean-text";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { meQuery, readOf } from "@/lib/api/query";
import { ListTab } from "./list-head";
import styles from "./saved-tabs.module.css";

type Filter = Record<string, string>;
/** Reports whether two filters are the same, in any order. */
const isSame = (one: Filter, other: Filter) => textOf(one) === textOf(other);
const textOf = (filter: Filter) => new URLSearchParams(Object.entries(filter).sort()).toString();

/** Returns the user's saved views of a list, and the one that matches the URL's filters. */
export function useSavedLists(list: SavedList, { search, ...filter }: Filter) {
  const { data } = useQuery(readOf(listSavedLists, { locale: useLocale() }));
  const mine = data?.lists.filter((one) => one.list === list) ?? [];
  return { mine, here: search ? undefined : mine.find(({ query }) => isSame(query, filter)) };
}

type Props = {
  list: SavedList;
  filter: Filter;
  isOwn: boolean;
  read: (filter: Filter) => Promise<{ total: number }>;
};

/**
 * Renders the user's saved views as tabs, and controls to save or delete one. It is the last entry of a list's `TabRow`.
 * The search text is not saved.
 *
 * @param filter the URL's filters, without the page
 * @param isOwn whether the filters equal a fixed tab of the list
 * @param read returns the query that counts the matches of a filter
 */
export function SavedTabs({ list, filter: held, isOwn, read }: Props) {
  const { data: user } = useQuery(meQuery(useLocale()));
  const { mine, here } = useSavedLists(list, held);
  const { search, ...filter } = held;
  const may = user !== undefined && mayCall(saveList, user.roles);
  const isWorth = !search && Object.keys(filter).length > 0 && !isOwn;
  return (
    <>
      {mine.map((one) => (
        <SavedTab key={one.id} saved={one} current={one.id === here?.id} read={read} />
      ))}
      {may && (here || isWorth) && (
        <li className={styles.end}>
          {here ? <Remove key={here.id} saved={here} /> : <Save list={list} filter={filter} />}
        </li>
      )}
    </>
  );
}

function SavedTab({
  saved: { name, list, query },
  current,
  read,
}: Pick<Props, "read"> & { saved: SavedListRow; current: boolean }) {
  const { data } = useQuery({
    queryKey: [listSavedLists.name, list, query],
    queryFn: () => read(query),
  });
  return (
    <ListTab href={`?${textOf(query)}`} current={current} count={data?.total}>
      {name}
    </ListTab>
  );
}

function Save({ list, filter }: { list: SavedList; filter: Filter }) {
  const t = useTranslations("staff.list.saved");
  const locale = useLocale();
  const client = useQueryClient();
  // Saving replaces this button with the delete button while it has the focus, so the focus moves on.
  const place = useFocusHeir<HTMLSpanElement>();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await call(saveList, { locale, body: { list, name, query: filter } });
      setOpen(false);
      showToast(t("kept", { name: cleanLine(name) }));
      await client.invalidateQueries({ queryKey: [listSavedLists.name] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <span ref={place}>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {t("save")}
      </button>
      <ConfirmDialog
        primary
        open={open}
        title={t("save")}
        safeLabel={t("cancel")}
        confirmLabel={t("keep")}
        busyLabel={t("saving")}
        busy={busy}
        onClose={() => setOpen(false)}
        onSubmit={save}
      >
        {failure && failure.code !== "invalid_fields" && (
          <FormAlert heading={t("failed")} code={failure.code} />
        )}
        <TextField
          name="saved-name"
          label={t("name")}
          help={t("help")}
          autoComplete="off"
          maxLength={SAVED_NAME_MAX}
          limit={SAVED_MAX}
          value={name}
          error={failure?.fields.name}
          onChange={({ target }) => setName(target.value)}
        />
      </ConfirmDialog>
    </span>
  );
}

/** Deletes the current saved view. The list does not change. */
function Remove({ saved: { id, name } }: { saved: SavedListRow }) {
  const t = useTranslations("staff.list.saved");
  const locale = useLocale();
  const client = useQueryClient();
  const place = useFocusHeir<HTMLSpanElement>();
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await call(removeSavedList, { locale, params: { id } });
      showToast(t("removed", { name }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast(t("failed"));
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: [listSavedLists.name] });
  }

  return (
    <span ref={place}>
      <button type="button" className={styles.link} aria-disabled={busy} onClick={remove}>
        {t("remove", { name })}
      </button>
    </span>
  );
}
