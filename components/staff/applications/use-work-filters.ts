"use client";

import { useTranslations } from "next-intl";
import { NEEDS, NOTES } from "@/contract/staff/applications";
import { messageOf } from "@/lib/i18n/message-of";
import type { FilterGroup } from "../list/filter-bar";
import { useOwnerFilter, useOwnerOptions } from "../owners/owners";
import { useTags } from "../tags/use-tags";

/** Returns the filters by tag, staff member in charge, and notes, with their texts. */
export function useWorkFilters(search: Record<string, string>) {
  const t = useTranslations("staff.applications");
  const tags = useTags(search.edition);
  const ownerOf = useOwnerFilter();
  const owners = useOwnerOptions();
  const tagOf = (id: string) => tags?.find((one) => one.id === id);
  const isGone = (id: string | undefined) =>
    id !== undefined && id !== "none" && tags !== undefined && !tagOf(id);
  /** Returns the text of a value of the filters by tag and by staff member; undefined for any other filter. */
  const wordsOf = (name: string, value: string): string | undefined => {
    if (name === "owner") return ownerOf(value).words;
    if (name !== "tag") return undefined;
    if (value === "none") return t("value.untagged");
    return tagOf(value)?.name ?? (tags ? t("value.tagGone") : "…");
  };
  const group = (name: "tag" | "owner" | "notes" | "needs", values: readonly string[]) => ({
    label: t(`filter.${name}`),
    options: values.map((value) => ({
      name,
      value,
      label: wordsOf(name, value) ?? messageOf(t, `value.${value}`),
    })),
  });
  const groups: FilterGroup[] = [
    group("tag", ["none", ...(tags ?? []).map(({ id }) => id)]),
    group(
      "owner",
      owners.map(({ value }) => value),
    ),
    group("notes", NOTES),
    group("needs", NEEDS),
  ];
  /**
   * Name of the message that says that the tag or the staff member in the filter no longer exists; undefined if both
   * exist.
   */
  const missing: "tagMissing" | "ownerMissing" | undefined = isGone(search.tag)
    ? "tagMissing"
    : search.owner && ownerOf(search.owner).missing
      ? "ownerMissing"
      : undefined;
  return { wordsOf, groups, missing };
}
