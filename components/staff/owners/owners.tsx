"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { SelectField } from "@/components/forms/fields/select-field";
import { listColleagues, type Owner } from "@/contract/staff/owners";
import { readOf } from "@/lib/api/query";

/** Returns the colleagues who can be in charge, and former ones who still are; undefined until they have loaded. */
export function useColleagues() {
  return useQuery(readOf(listColleagues, { locale: useLocale() })).data?.colleagues;
}

/** Returns a function that names a colleague, with a word for former ones. */
export function useOwnerName(): (owner: Pick<Owner, "name" | "former">) => string {
  const t = useTranslations("staff.owner");
  return ({ name, former }) => {
    if (!name) return t("erased");
    return former ? t("former", { name }) : name;
  };
}

/** Returns the value of an owner filter as text, and whether its colleague is unknown. */
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

/** Returns the choices of an owner filter: the caller, no colleague, then the colleagues. */
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

/** Renders the choice of the next colleague in charge. */
export function OwnerField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useTranslations("staff.owner");
  const colleagues = useColleagues() ?? [];
  const own = colleagues.find((one) => one.own);
  return (
    <SelectField
      name="owner"
      label={t("field")}
      options={[
        ...(own ? [{ value: "me", label: t("me", { name: own.name }) }] : []),
        ...colleagues.flatMap(({ id, name, former, own }) =>
          former || own ? [] : [{ value: id, label: name }],
        ),
        { value: "none", label: t("nobody") },
      ]}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
