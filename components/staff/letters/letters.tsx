"use client";

import { useLocale, useTranslations } from "next-intl";
import { Breadcrumbs } from "@/components/ui/page/breadcrumbs";
import { exportLetters, type LetterRow, listLetters } from "@/contract/staff/letters";
import { hrefOf } from "@/lib/api/client";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { ExportButton } from "../list/export-button";
import { KeysetPages } from "../list/keyset-pages";
import { useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { ListHead } from "../list/list-head";
import page from "../list/list-page.module.css";
import listRows from "../list/list-rows.module.css";
import { ListRow, ListTable } from "../list/list-table";
import { useWhen } from "../shell/use-when";
import { Progress, refreshOf } from "./progress";

const COLUMNS = ["letter", "progress", "leftOut", "sent"] as const;
const letterHref = (id: string) => `/dashboard/regia/email/lettere/${id}`;

/** Lists all letters, which are bulk emails written by staff, and their delivery progress. */
export function Letters() {
  const t = useTranslations("staff.letters");
  const mails = useTranslations("staff.mails");
  const { href, query, data } = useList(listLetters, (list) => refreshOf(list?.letters ?? []));
  const router = useRouter();
  const locale = useLocale();
  return (
    <div className={page.page}>
      <Breadcrumbs
        label={mails("where")}
        component={Link}
        trail={[{ href: "/dashboard/regia/email", words: mails("title") }]}
        current={t("title")}
      />
      <ListHead title={t("title")} keys={["row", "openRow"]} />
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
          <>
            <div className={page.found}>
              <output>{t("found", { count: data.total })}</output>{" "}
              <ExportButton
                list="letters"
                href={hrefOf(exportLetters, { locale })}
                label={t("export", { count: data.total })}
              />
            </div>
            <ListTable
              caption={t("title")}
              columns={COLUMNS.map((name) => t(`column.${name}`))}
              busy={query.isPlaceholderData}
              keys={{ open: (id) => router.push(letterHref(id)) }}
            >
              {data.letters.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ListTable>
            <KeysetPages list={data} shown={data.letters.length} href={href} />
          </>
        )}
      </ListBody>
    </div>
  );
}

function Row({ row }: { row: LetterRow }) {
  const t = useTranslations("staff.letters");
  const { moment } = useWhen();
  return (
    <ListRow id={row.id}>
      <th scope="row" className={listRows.name}>
        <Link href={letterHref(row.id)}>
          {row.subjects.map(({ subject }) => subject).join(" / ")}
        </Link>
        <span className={listRows.small}>
          {[t(`to.${row.audience}`, { count: row.count }), row.who].filter(Boolean).join(" · ")}
        </span>
      </th>
      <td>
        <Progress letter={row} />
      </td>
      <td>{t("leftOut", { count: row.left_out })}</td>
      <td>
        <time dateTime={row.at}>{moment(row.at)}</time>
      </td>
    </ListRow>
  );
}
