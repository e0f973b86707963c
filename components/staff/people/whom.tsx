"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { mayCall } from "@/contract/endpoint";
import type { Person } from "@/contract/staff/people";
import { meQuery } from "@/lib/api/query";
import type { ActEndpoint } from "../act/use-act";

/** Why the caller cannot do something here; undefined where they can. */
export function useHindrance(): (endpoint: ActEndpoint) => string | undefined {
  const t = useTranslations("staff.person");
  const { data: user } = useQuery(meQuery(useLocale()));
  return (endpoint) => {
    if (!user || mayCall(endpoint, user.roles)) return undefined;
    return t(
      endpoint.access === "director" && user.roles.includes("staff") ? "directors" : "readOnly",
    );
  };
}

/** Somebody as an act names them. */
export type Whom = Pick<Person, "id" | "name" | "email">;

/** To whom an act is done. */
export function WhomLine({ person: { name, email } }: { person: Whom }) {
  return (
    <p>
      <strong>{name || email}</strong>
      {name && `, ${email}`}
    </p>
  );
}
