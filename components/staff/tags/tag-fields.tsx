"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import choiceStyles from "@/components/forms/fields/choice.module.css";
import { TextField } from "@/components/forms/fields/text-field";
import { fold } from "@/contract/text/normalize-text";
import { NewTag } from "./new-tag";
import { TagChip } from "./tag-chip";
import styles from "./tags.module.css";
import { useTags } from "./use-tags";

/** Whether an action adds or removes a tag, by tag id. Other tags do not change. */
export type TagChanges = ReadonlyMap<string, "add" | "remove">;
/** Whether all, some, or none of the selected applications have a tag. */
export type Share = "all" | "some" | "none";

/** With at least this number of tags, the list of tags has a search field. */
const SEARCHED_FROM = 9;

/** Returns the added and removed tags in the format of the API request; null if no tag changes. */
export function tagInput(changes: TagChanges) {
  const ids = (kind: "add" | "remove") =>
    [...changes].flatMap(([id, change]) => (change === kind ? [id] : []));
  return changes.size === 0 ? null : { add: ids("add"), remove: ids("remove") };
}

/**
 * Renders a checkbox for each tag of the current edition. A dash marks a tag that only some of the selected
 * applications have.
 *
 * @param shareOf returns whether all, some, or none of the selected applications have a tag
 */
export function TagFields({
  shareOf,
  changes,
  onChange,
}: {
  shareOf: (id: string) => Share;
  changes: TagChanges;
  onChange: (changes: TagChanges) => void;
}) {
  const t = useTranslations("staff.tags");
  const tags = useTags();
  const [search, setSearch] = useState("");
  const words = fold(search);
  const shown = tags?.filter(({ name }) => fold(name).includes(words)) ?? [];

  function turn(id: string) {
    const next = new Map(changes);
    const share = shareOf(id);
    // For a tag that only some applications have, the checkbox cycles with each press: add the tag, remove it, leave it
    // unchanged.
    const order = { all: ["remove"], none: ["add"], some: ["add", "remove"] } as const;
    const steps: readonly ("add" | "remove")[] = order[share];
    const change = changes.get(id);
    const following = change === undefined ? steps[0] : steps[steps.indexOf(change) + 1];
    if (following) next.set(id, following);
    else next.delete(id);
    onChange(next);
  }

  return (
    <>
      {tags && tags.length >= SEARCHED_FROM && (
        <TextField
          name="tag-search"
          label={t("other")}
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {tags?.length === 0 && <p>{t("noneYet")}</p>}
      <ul className={styles.choices}>
        {shown.map((tag) => {
          const change = changes.get(tag.id);
          const share = shareOf(tag.id);
          const isMixed = change === undefined && share === "some";
          return (
            <li key={tag.id}>
              <label className={choiceStyles.choice}>
                <input
                  type="checkbox"
                  checked={change ? change === "add" : share === "all"}
                  ref={(box) => {
                    if (box) box.indeterminate = isMixed;
                  }}
                  onChange={() => turn(tag.id)}
                />
                <span className={styles.choice}>
                  <TagChip tag={tag} />
                  {change && <span className={styles.change}>{t(change)}</span>}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      <NewTag onCreated={({ id }) => onChange(new Map([...changes, [id, "add"]]))} />
    </>
  );
}
