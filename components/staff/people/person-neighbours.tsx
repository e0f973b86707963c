"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { listPeople, type Person, peopleFilterSchema } from "@/contract/staff/people";
import { readOf } from "@/lib/api/query";
import { searchOf } from "../list/list-address";
import { type Neighbour, Neighbours } from "../list/neighbours";
import { personHref } from "./person-href";

/**
 * Returns the filters of the list from which the user opened the person's page, as named in the page's URL.
 */
export function usePeopleBehind() {
  return searchOf(peopleFilterSchema, useSearchParams());
}

/**
 * Renders links to the previous and the next person in the list from which the user opened the person's page.
 */
export function PersonNeighbours({ person }: { person: Person }) {
  const t = useTranslations("staff.person");
  const search = usePeopleBehind();
  const cursor = `${person.registered_at}_${person.id}`;
  const previous = useNeighbour(search, { before: cursor });
  const next = useNeighbour(search, { after: cursor });
  if (previous === undefined || next === undefined) return null;
  const self = personHref(person.id, search);
  return <Neighbours label={t("around")} self={self} previous={previous} next={next} />;
}

/**
 * Returns the person directly before or after a cursor in the list; null if there is none, undefined while unknown.
 */
function useNeighbour(
  search: Record<string, string>,
  beyond: { after: string } | { before: string },
): Neighbour | undefined {
  const { data } = useQuery({
    ...readOf(listPeople, { locale: useLocale(), query: { ...search, ...beyond, per_page: 1 } }),
    // If the session has ended, do not redirect to the sign-in from this query, because the rest of the page stays
    // readable (query-provider.tsx).
    meta: { beside: true },
  });
  if (!data) return undefined;
  const [one] = data.people;
  return one ? { href: personHref(one.id, search), name: one.name || one.email } : null;
}
