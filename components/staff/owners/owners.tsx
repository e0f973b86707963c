"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { listColleagues, type Owner } from "@/contract/staff/owners";
import { readOf } from "@/lib/api/query";

/**
 * Returns the staff members who can be in charge of applications, and former staff members who are still in charge of
 * applications. Returns undefined until the list has loaded.
 */
export function useColleagues() {
  return useQuery(readOf(listColleagues, { locale: useLocale() })).data?.colleagues;
}

/**
 * Returns a function that returns the name of a staff member in charge, with a note if the person has left. For an
 * erased account, the function returns "Erased account".
 */
export function useOwnerName(): (owner: Pick<Owner, "name" | "former">) => string {
  const t = useTranslations("staff.owner");
  return ({ name, former }) => {
    if (!name) return t("erased");
    return former ? t("former", { name }) : name;
  };
}

/**
 * Returns a function that describes a value of the filter by staff member in charge. `words` is the text, and `missing`
 * is true if the staff member is not in the loaded list.
 */
export function useOwnerFilter(): (value: string) => { words: string; missing: boolean } {
  const t = useTranslations("staff.applications.value");
  const colleagues = useColleagues();
  const nameOf = useOwnerName();
  return (value) => {
    if (value === "me" || value === "none") return { words: t(value), missing: false };
    const found = colleagues?.find(({ id }) => id === value);
    if (found) return { words: nameOf(found), missing: false };
    return { words: colleagues ? t("ownerGone") : "…", missing: colleagues !== undefined };
  };
}

/** Returns the options of the filter by staff member in charge: the user, no staff member, then all others. */
export function useOwnerOptions(): { value: string; label: string }[] {
  const t = useTranslations("staff.applications.value");
  const colleagues = useColleagues() ?? [];
  const nameOf = useOwnerName();
  return [
    { value: "me", label: t("me") },
    { value: "none", label: t("none") },
    ...colleagues.flatMap((one) => (one.own ? [] : [{ value: one.id, label: nameOf(one) }])),
  ];
}
