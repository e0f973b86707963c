"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { Table } from "@/components/ui/page/table";
import {
  type LetterRow,
  type LettersQuery,
  lettersQuerySchema,
  listLetters,
} from "@/contract/staff/letters";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { useWhen } from "../frame/use-when";
import { KeysetPages } from "../list/keyset-pages";
import { useListAddress } from "../list/list-address";
import { ListBody } from "../list/list-body";
import page from "../list/list-page.module.css";
import listRows from "../list/list-rows.module.css";
import { ROW, useRowKeys } from "../list/use-row-keys";
import { Progress, refreshOf } from "./progress";

/** Every letter that was sent to a selection, and how far each is. */
export function Letters() {
  const t = useTranslations("staff.letters");
  const mails = useTranslations("staff.mails");
  const locale = useLocale();
  const { search, href } = useListAddress(lettersQuerySchema);
  const query = useQuery({
    ...readOf(listLetters, { locale, query: search as LettersQuery }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshOf(state.data?.letters ?? []),
  });
  const keys = useRowKeys({});
  const { data } = query;
  return (
    <div className={page.page}>
      <Breadcrumbs
        label={mails("where")}
        component={Link}
        trail={[{ href: "/dashboard/regia/email", words: mails("title") }]}
      />
      <div className={page.head}>
        <h1 className={page.title}>{t("title")}</h1>
      </div>
      <ListBody
        query={query}
        empty={
          data?.total === 0 && {
            title: t("none"),
            text: t("noneText"),
            action: <Link href="/dashboard/regia/candidature">{t("toApplications")}</Link>,
          }
        }
      >
        {data && (
          <div {...keys}>
            <p className={page.found}>
              <output>{t("found", { count: data.total })}</output>
            </p>
            <Table caption={t("title")} busy={query.isPlaceholderData}>
              <thead className={listRows.heads}>
                <tr>
                  {(["letter", "progress", "leftOut", "sent"] as const).map((name) => (
                    <th key={name} scope="col">
                      {t(`column.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.letters.map((row) => (
                  <Row key={row.id} row={row} />
                ))}
              </tbody>
            </Table>
            <KeysetPages
              shown={data.letters.length}
              total={data.total}
              previous={data.previous}
              next={data.next}
              href={href}
            />
          </div>
        )}
      </ListBody>
    </div>
  );
}

function Row({ row }: { row: LetterRow }) {
  const t = useTranslations("staff.letters");
  const { moment } = useWhen();
  return (
    <tr {...{ [ROW]: row.id }} tabIndex={-1} className={listRows.row}>
      <th scope="row" className={listRows.name}>
        <Link href={`/dashboard/regia/email/lettere/${row.id}`}>
          {row.subjects.map(({ subject }) => subject).join(" / ")}
        </Link>
        {row.who && <span className={listRows.small}>{row.who}</span>}
      </th>
      <td>
        <Progress letter={row} />
      </td>
      <td>{t("leftOut", { count: row.left_out })}</td>
      <td>
        <time dateTime={row.at}>{moment(row.at)}</time>
      </td>
    </tr>
  );
}
