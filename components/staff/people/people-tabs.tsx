"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { AnswerOf } from "@/contract/endpoint";
import type { listPeople } from "@/contract/staff/people";
import { ListTab, ListTabs } from "../list/list-head";
import { screenNamed } from "../shell/screens";

type Counts = AnswerOf<typeof listPeople>["counts"];
type Tab = { name: string; query: Record<string, string>; count: (counts: Counts) => number };

/** Tabs that the list of people always shows, each with its filters. */
export const TABS = [
  { name: "all", query: {}, count: ({ all }) => all },
  {
    name: "unconfirmed",
    query: { state: "unconfirmed" },
    count: ({ states }) => states.unconfirmed,
  },
  {
    name: "deactivated",
    query: { state: "deactivated" },
    count: ({ states }) => states.deactivated,
  },
  {
    name: "without",
    query: { application: "none" },
    count: ({ applications }) => applications.none,
  },
] as const satisfies readonly Tab[];
/** Tabs that lead to separate pages instead of a filter of the list of people. */
const PAGES = { requests: "richieste", staff: "staff", whitepaper: "whitepaper" } as const;
export type PeopleTab = (typeof TABS)[number]["name"] | keyof typeof PAGES;

export function PeopleTabs({
  current,
  counts,
  children,
}: {
  current: PeopleTab | null;
  counts?: Counts;
  /** Additional tabs after the tabs of the pages about people. */
  children?: ReactNode;
}) {
  const t = useTranslations("staff.people");
  const { path } = screenNamed("people");
  return (
    <ListTabs label={t("tabs")}>
      {TABS.map(({ name, query, count }) => (
        <ListTab
          key={name}
          href={`${path}?${new URLSearchParams(query)}`.replace(/\?$/, "")}
          current={name === current}
          count={counts && count(counts)}
        >
          {t(`tab.${name}`)}
        </ListTab>
      ))}
      {Object.entries(PAGES).map(([name, slug]) => (
        <ListTab key={name} href={`${path}/${slug}`} current={name === current}>
          {t(`tab.${name as keyof typeof PAGES}`)}
        </ListTab>
      ))}
      {children}
    </ListTabs>
  );
}
