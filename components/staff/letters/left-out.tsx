"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import type { AnswerOf, BodyOf } from "@/contract/endpoint";
import { listLeftOut } from "@/contract/staff/letters";
import { call } from "@/lib/api/call";
import { Link } from "@/lib/i18n/navigation";
import { screenNamed } from "../shell/screens";
import styles from "./letters.module.css";

type Answer = AnswerOf<typeof listLeftOut>;
/**
 * Attributes that open a link in another tab, so that the dialog with the letter's typed text stays open.
 */
const APART = { target: "_blank", rel: "noreferrer" };

/**
 * Lists the recipients of a letter who get no email, with the reason and a link. Renders nothing if all recipients get
 * an email.
 *
 * @param enabled false while the server would reject the letter's texts; the list is then not requested
 */
export function LeftOut({
  selection,
  texts,
  enabled,
}: Omit<BodyOf<typeof listLeftOut>, "from"> & { enabled: boolean }) {
  const t = useTranslations("staff.letters");
  const list = useTranslations("staff.list");
  const locale = useLocale();
  const query = useInfiniteQuery({
    queryKey: [listLeftOut.name, selection, texts],
    queryFn: ({ pageParam: from, signal }): Promise<Answer> =>
      call(listLeftOut, { locale, body: { selection, texts, from }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }: Answer, pages: Answer[]) => {
      const named = pages.reduce((sum, { people }) => sum + people.length, 0);
      return named < total && pages.at(-1)?.people.length ? named : undefined;
    },
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const { data, error } = query;
  if (error) {
    return (
      <p role="status">
        {t("leftOutFailed")}{" "}
        <Button small variant="secondary" onClick={() => void query.refetch()}>
          {list("retry")}
        </Button>
      </p>
    );
  }
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>{t("leftOutNames", { count: total })}</summary>
      <ul aria-label={t("column.leftOut")}>
        {data?.pages
          .flatMap(({ people }) => people)
          .map(({ id, person, name, why }) => (
            <li key={person}>
              <Link href={`${screenNamed("people").path}/${person}`} {...APART}>
                {name || t("nameless")}
              </Link>
              <span>{t(`why.${why}`)}</span>
              {id && (
                <Link
                  href={`${screenNamed("applications").path}/${id}`}
                  aria-label={t("applicationOf", { name: name || t("nameless") })}
                  {...APART}
                >
                  {t("application")}
                </Link>
              )}
            </li>
          ))}
      </ul>
      {query.hasNextPage && (
        <Button
          small
          variant="secondary"
          busy={query.isFetchingNextPage}
          busyLabel={t("moreNames")}
          onClick={() => void query.fetchNextPage()}
        >
          {t("moreNames")}
        </Button>
      )}
    </details>
  );
}
