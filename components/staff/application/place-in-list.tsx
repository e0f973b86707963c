"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import type { Application } from "@/contract/staff/application";
import {
  applicationsOrderSchema,
  applicationsQuerySchema,
  getApplicationNeighbours,
} from "@/contract/staff/applications";
import { getSelection } from "@/contract/staff/selection";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { applicationHref, FROM_SELECTION, searchOf, searchText } from "../list/list-address";
import { Neighbours } from "../list/neighbours";
import styles from "../list/neighbours.module.css";

type Neighbour = { id: string; name: string } | null;
type Place = { place: number; total: number; previous: Neighbour; next: Neighbour };

/**
 * Renders the link back to the list from which the user opened the application, and the application's place in this
 * list. Also links to the previous and the next application.
 */
export function PlaceInList({ application }: { application: Application }) {
  const t = useTranslations("staff.application");
  const list = useTranslations("staff.applications");
  const screens = useTranslations("staff.screens");
  const { from, search } = useListBehind();
  const around = usePlace(application, from, search);
  const goTo = (id: string) => applicationHref(id, { ...search, ...from });
  const linkTo = (one: { id: string; name: string } | null) =>
    one && { href: goTo(one.id), name: one.name || list("unnamed") };
  return (
    <div className={styles.row}>
      <Breadcrumbs
        label={t("where")}
        component={Link}
        trail={[
          from
            ? {
                href: `/dashboard/regia/selezione${searchText({ edition: String(application.edition) })}`,
                words: screens("selection"),
              }
            : { href: `/dashboard/regia/candidature${searchText(search)}`, words: list("title") },
        ]}
        current={application.name || list("unnamed")}
      />
      {around && (
        <Neighbours
          label={t("around.label")}
          place={{ place: around.place, total: around.total }}
          self={goTo(application.id)}
          previous={linkTo(around.previous)}
          next={linkTo(around.next)}
        />
      )}
    </div>
  );
}

/** Returns the list that the page's URL names: the ranking, or the list of applications with its filters. */
function useListBehind() {
  const params = useSearchParams();
  const from = params.get("from") === FROM_SELECTION.from ? FROM_SELECTION : undefined;
  return { from, search: searchOf(applicationsQuerySchema, params) };
}

/**
 * Returns the application's place in the list from which the user opened the application; undefined while the place is
 * unknown.
 */
function usePlace(
  { id, edition }: Application,
  from: object | undefined,
  search: Record<string, string>,
): Place | undefined {
  const locale = useLocale();
  const filter = { get: (name: string) => search[name] ?? null };
  const query = searchOf(applicationsOrderSchema.omit({ edition: true }), filter);
  // If the session has ended, do not redirect to the sign-in from these queries, because the rest of the page stays
  // readable (query-provider.tsx).
  const meta = { beside: true };
  const { data: neighbours } = useQuery({
    ...readOf(getApplicationNeighbours, { locale, params: { id }, query }),
    ...{ meta, enabled: !from },
  });
  const { data: selection } = useQuery({
    ...readOf(getSelection, { locale, query: { edition } }),
    ...{ meta, enabled: from !== undefined },
  });
  if (!from) return neighbours;
  const rows = selection?.results?.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) return undefined;
  const [previous = null, next = null] = [rows[at - 1], rows[at + 1]];
  return { place: at + 1, total: rows.length, previous, next };
}
