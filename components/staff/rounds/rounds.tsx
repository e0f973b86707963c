"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/empty-state";
import { mayCall } from "@/contract/endpoint";
import { listStaffEditions } from "@/contract/staff/editions";
import { closeRound, getRounds, makeRound, type StaffRounds } from "@/contract/staff/rounds";
import { meQuery, readOf } from "@/lib/api/query";
import { EditionTabs } from "../edition/edition-tabs";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import pageStyles from "../list/list-page.module.css";
import { RoundCard } from "./round-card";
import { type OpenedRound, RoundDialog } from "./round-dialog";
import styles from "./rounds.module.css";

/** Renders the rounds of an edition with their actions. If the edition has only one round, says so. */
export function Rounds() {
  const t = useTranslations("staff.rounds");
  const locale = useLocale();
  const asked = useSearchParams().get("edition");
  const list = useQuery(readOf(listStaffEditions, { locale }));
  const editions = list.data?.editions ?? [];
  const year = asked ?? (editions.find(({ current }) => current) ?? editions[0])?.year;
  return (
    <div className={pageStyles.page}>
      <EditionTabs current="rounds" />
      <ListBody query={list} failed={t("failed")} rows={6}>
        {year !== undefined && <RoundsOf key={year} year={String(year)} />}
      </ListBody>
    </div>
  );
}

function RoundsOf({ year }: { year: string }) {
  const t = useTranslations("staff.rounds");
  const locale = useLocale();
  const query = useQuery(readOf(getRounds, { locale, params: { year } }));
  const { data: user } = useQuery(meQuery(locale));
  const [opened, setOpened] = useState<OpenedRound | null>(null);
  const readOnly = user && !mayCall(makeRound, user.roles) ? t("readOnly") : undefined;
  const weighty = user && !mayCall(closeRound, user.roles) ? t("directorOnly") : undefined;
  const { data } = query;
  const make = data && <Making data={data} disabledReason={readOnly} onOpen={setOpened} />;
  return (
    <>
      <ListHead title={t("title", { year })} />
      <ListBody query={query} failed={t("failed")} rows={6}>
        {data?.rounds.length === 0 && (
          <EmptyState title={t("none")} text={t("noneText")}>
            {make}
          </EmptyState>
        )}
        {data && data.rounds.length > 0 && (
          <>
            <ol className={styles.rounds}>
              {data.rounds.map((round) => (
                <RoundCard
                  key={round.number}
                  round={round}
                  edition={data}
                  disabledReason={readOnly}
                  weightyReason={readOnly ?? weighty}
                  onOpen={(action) => setOpened({ action, round })}
                />
              ))}
            </ol>
            {make}
          </>
        )}
      </ListBody>
      {opened && data && (
        <RoundDialog opened={opened} data={data} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** Renders the buttons that create a round, or copy the rounds of another edition. */
function Making({
  data: { stages, copies },
  disabledReason,
  onOpen,
}: {
  data: StaffRounds;
  disabledReason: string | undefined;
  onOpen: (opened: OpenedRound) => void;
}) {
  const t = useTranslations("staff.rounds");
  const allMade = stages.length === 0 ? t("allMade") : undefined;
  return (
    <div className={pageStyles.acts}>
      <Button
        small
        disabledReason={disabledReason ?? allMade}
        onClick={() => onOpen({ action: "make" })}
      >
        {t("make")}
      </Button>
      {copies.slice(0, 1).map((from) => (
        <Button
          key={from}
          small
          variant="secondary"
          disabledReason={disabledReason ?? allMade}
          onClick={() => onOpen({ action: "copy", from })}
        >
          {t("copy", { year: String(from) })}
        </Button>
      ))}
    </div>
  );
}
