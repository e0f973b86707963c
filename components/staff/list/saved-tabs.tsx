"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { showToast } from "@/components/ui/overlays/toast";
import { mayCall } from "@/contract/endpoint";
import {
  listSavedLists,
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

const loadDialog = () => import("./saved-dialog").then((it) => it.SavedDialog);
const SavedDialog = dynamic(loadDialog, { ssr: false });

type Filter = Record<string, string>;
/** Reports whether two filters are equal, in any order of their parameters. */
const isSame = (one: Filter, other: Filter) => textOf(one) === textOf(other);
const textOf = (filter: Filter) => new URLSearchParams(Object.entries(filter).sort()).toString();

/**
 * Returns a list's saved views. `tabs` contains the views that appear as tabs, and `here` is the tab whose filters
 * equal the URL's filters. `apart` contains the views that are hidden or have a filter that no longer exists.
 */
export function useSavedLists(list: SavedList, { search, ...filter }: Filter) {
  const { data } = useQuery(readOf(listSavedLists, { locale: useLocale() }));
  const all = data?.lists.filter((one) => one.list === list) ?? [];
  const isTab = ({ hidden, broken }: SavedListRow) => !hidden && !broken;
  return {
    tabs: all.filter(isTab),
    apart: all.filter((one) => !isTab(one)),
    here: search ? undefined : all.find((one) => isTab(one) && isSame(one.query, filter)),
  };
}

type Props = {
  list: SavedList;
  filter: Filter;
  isOwn: boolean;
  read: (filter: Filter) => Promise<{ total: number }>;
};

/**
 * Renders the saved views of the user and of other staff as tabs, and controls to save or manage a view. The search
 * text is not saved. The component is the last entry of a list's `ListTabs`.
 *
 * @param filter the URL's filters, without the page
 * @param isOwn whether the filters equal a fixed tab of the list
 * @param read returns the query that counts the matches of a filter
 */
export function SavedTabs({ list, filter: held, isOwn, read }: Props) {
  const { data: user } = useQuery(meQuery(useLocale()));
  const t = useTranslations("staff.list.saved");
  const { tabs, apart, here } = useSavedLists(list, held);
  const { search, ...filter } = held;
  const [open, setOpen] = useState<"here" | "apart" | null>(null);
  // Deleting or hiding the last saved view removes the button that opened the dialog, so the focus moves to another
  // element.
  const end = useFocusHeir<HTMLLIElement>();
  const may = user !== undefined && mayCall(saveList, user.roles);
  const isWorth = !search && Object.keys(filter).length > 0 && !isOwn;
  const shown = open === "here" ? (here ? [here] : []) : apart;
  return (
    <>
      {tabs.map((one) => (
        <SavedTab key={one.id} saved={one} current={one.id === here?.id} read={read} />
      ))}
      {((may && (here || isWorth)) || apart.length > 0) && (
        <li className={styles.end} ref={end}>
          {apart.length > 0 && (
            <button type="button" className={styles.link} onClick={() => setOpen("apart")}>
              {t("moreCount", { count: apart.length })}
            </button>
          )}
          {may && here && (
            <button type="button" className={styles.link} onClick={() => setOpen("here")}>
              {t("manage", { name: here.name })}
            </button>
          )}
          {may && !here && isWorth && (
            <Save list={list} filter={filter} views={[...tabs, ...apart]} />
          )}
        </li>
      )}
      {open && shown.length > 0 && (
        <SavedDialog
          title={open === "here" && here ? here.name : t("more")}
          views={shown}
          may={may}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function SavedTab({
  saved: { name, list, query, own, by },
  current,
  read,
}: Pick<Props, "read"> & { saved: SavedListRow; current: boolean }) {
  const t = useTranslations("staff.list.saved");
  const { data } = useQuery({
    queryKey: [listSavedLists.name, list, query],
    queryFn: () => read(query),
  });
  return (
    <ListTab href={`?${textOf(query)}`} current={current} count={data?.total}>
      <bdi>{name}</bdi>
      {!own && <span className={styles.quiet}>{by ? t("of", { name: by }) : t("ofFormer")}</span>}
    </ListTab>
  );
}

function Save({
  list,
  filter,
  views,
}: {
  list: SavedList;
  filter: Filter;
  views: readonly SavedListRow[];
}) {
  const t = useTranslations("staff.list.saved");
  const locale = useLocale();
  const client = useQueryClient();
  // Saving replaces the save button, which has the focus, by the delete button, so the focus moves to another element.
  const place = useFocusHeir<HTMLSpanElement>();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  // If a saved view with the typed name exists, the server replaces its filters. Show the user the existing view first.
  const former = views.find((one) => one.own && one.name === cleanLine(name));

  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await call(saveList, {
        locale,
        body: { list, name, query: filter, ...(shared && { shared }) },
      });
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
        confirmLabel={t(former ? "replace" : "keep")}
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
        <p role="status" className={styles.replaces}>
          {former && t(former.shared ? "replacesShared" : "replaces", { name: former.name })}
        </p>
        {/* A saved view that is already shared stays shared. The dialog for saved views can change this. */}
        {!former?.shared && (
          <Checkbox
            name="saved-shared"
            label={t("share")}
            help={t("shareHelp")}
            checked={shared}
            onChange={({ target }) => setShared(target.checked)}
          />
        )}
      </ConfirmDialog>
    </span>
  );
}
