"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { type AnswerOf, mayCall } from "@/contract/endpoint";
import { TAG_COLOURS, TAG_NAME_MAX, type TagColour } from "@/contract/staff/tag-schemas";
import { changeTag, createTag, deleteTag, listTags, mergeTag } from "@/contract/staff/tags";
import { meQuery } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import { useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import page from "../list/list-page.module.css";
import { ListRow, ListTable } from "../list/list-table";
import { screenHref, screenNamed } from "../shell/screens";
import { NewTag } from "./new-tag";
import { TagChip } from "./tag-chip";
import styles from "./tags.module.css";

type Data = AnswerOf<typeof listTags>;
type Row = Data["tags"][number];
const ACTIONS = ["change", "merge", "delete"] as const;
type Open = { action: (typeof ACTIONS)[number]; tag: Row };

/** Lists the tags of an edition with their numbers of applications, and the actions on tags. */
export function Tags() {
  const t = useTranslations("staff.tags");
  const list = useList(listTags);
  const { data, query, search } = list;
  const [open, setOpen] = useState<Open | null>(null);
  const disabledReason = useDisabledReason(data?.current);
  const applications = screenNamed("applications");
  const columns = ["tag", "count", ...(disabledReason ? [] : (["acts"] as const))] as const;
  return (
    <div className={page.page}>
      <p className={styles.back}>
        <Link href={screenHref(applications, search.edition ?? null)}>{t("back")}</Link>
      </p>
      <ListHead title={t("title")} sum={t("lead")} />
      {disabledReason ? <p className={page.note}>{disabledReason}</p> : <NewTag />}
      <ListBody query={query} rows={6} empty={data?.tags.length === 0 && { title: t("noneYet") }}>
        {data && (
          <>
            <output className={page.found}>{t("sum", { count: data.tags.length })}</output>
            <ListTable
              caption={t("title")}
              columns={columns.map((name) => t(`column.${name}`))}
              busy={query.isPlaceholderData}
            >
              {data.tags.map((tag) => (
                <ListRow key={tag.id} id={tag.id}>
                  <th scope="row">
                    <TagChip tag={tag} />
                  </th>
                  <td>
                    <Link
                      href={`${applications.path}?${new URLSearchParams({ ...(search.edition && { edition: search.edition }), tag: tag.id })}`}
                    >
                      {t("on", { count: tag.count })}
                    </Link>
                  </td>
                  {!disabledReason && (
                    <td>
                      <div className={styles.choice}>
                        {ACTIONS.filter((one) => one !== "merge" || data.tags.length > 1).map(
                          (action) => (
                            <Button
                              key={action}
                              small
                              variant="secondary"
                              onClick={() => setOpen({ action, tag })}
                            >
                              {t(action)} <VisuallyHidden>{tag.name}</VisuallyHidden>
                            </Button>
                          ),
                        )}
                      </div>
                    </td>
                  )}
                </ListRow>
              ))}
            </ListTable>
          </>
        )}
      </ListBody>
      {open && <TagAction open={open} tags={data?.tags ?? []} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Returns why the user cannot change tags; undefined if the user can. */
function useDisabledReason(current: boolean | undefined): string | undefined {
  const t = useTranslations("staff.applications");
  const { data: user } = useQuery(meQuery(useLocale()));
  if (user && !mayCall(createTag, user.roles)) return t("readOnly");
  return current === false ? t("editionOver") : undefined;
}

function TagAction({
  open: { action, tag },
  tags,
  onClose,
}: {
  open: Open;
  tags: readonly Row[];
  onClose: () => void;
}) {
  const t = useTranslations("staff.tags");
  const [name, setName] = useState(tag.name);
  const [colour, setColour] = useState<TagColour | "">(tag.colour);
  const [into, setInto] = useState("");
  const shared = {
    params: { id: tag.id },
    count: 1,
    whomTitle: t("which"),
    toWhom: (
      <p>
        <TagChip tag={tag} /> {t("on", { count: tag.count })}
      </p>
    ),
    onDone: onClose,
    onClose,
  };
  if (action === "delete") return <ActionDialog endpoint={deleteTag} input={{}} {...shared} />;
  if (action === "merge") {
    return (
      <ActionDialog
        endpoint={mergeTag}
        input={into ? { into } : null}
        decide={(errors) => (
          <SelectField
            name="tag-into"
            label={t("into")}
            options={tags
              .filter(({ id }) => id !== tag.id)
              .map((one) => ({ value: one.id, label: one.name }))}
            value={into}
            error={errors.into}
            onChange={({ target }) => setInto(target.value)}
          />
        )}
        {...shared}
      />
    );
  }
  const isChanged = name.trim() !== "" && colour !== "";
  return (
    <ActionDialog
      endpoint={changeTag}
      input={isChanged ? { name, colour } : null}
      decide={(errors) => (
        <>
          <TextField
            name="tag-name-changed"
            label={t("name")}
            help={t("nameHelp")}
            autoComplete="off"
            maxLength={TAG_NAME_MAX}
            value={name}
            error={errors.name}
            onChange={({ target }) => setName(target.value)}
          />
          <SelectField
            name="tag-colour"
            label={t("colour")}
            options={TAG_COLOURS.map((value) => ({ value, label: t(`colours.${value}`) }))}
            value={colour}
            error={errors.colour}
            onChange={({ target }) => setColour(target.value as TagColour)}
          />
        </>
      )}
      {...shared}
    />
  );
}
