"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { mayCall } from "@/contract/endpoint";
import type { Person } from "@/contract/staff/people";
import { meQuery } from "@/lib/api/query";
import type { ActionEndpoint } from "../actions/use-staff-action";

/** Returns a function that returns why the user cannot run a staff action; undefined if the user can. */
export function useDisabledReason(): (endpoint: ActionEndpoint) => string | undefined {
  const t = useTranslations("staff.person");
  const { data: user } = useQuery(meQuery(useLocale()));
  return (endpoint) => {
    if (!user || mayCall(endpoint, user.roles)) return undefined;
    return t(
      endpoint.access === "director" && user.roles.includes("staff") ? "directors" : "readOnly",
    );
  };
}

/** The data that identifies a person in a staff action. */
export type Whom = Pick<Person, "id" | "name" | "email">;

/** Shows the name and email address of the person that an action affects. */
export function WhomLine({ person: { name, email } }: { person: Whom }) {
  return (
    <p>
      <strong>{name || email}</strong>
      {name && `, ${email}`}
    </p>
  );
}
