"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "@/components/forms/fields/select-field";
import { Button } from "@/components/ui/buttons/button";
import {
  hideContribution,
  listStaffDiscussions,
  nameChair,
  type StaffDiscussion,
} from "@/contract/staff/discussion";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import { applicationHref, FROM_SELECTION } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { useWhen } from "../shell/use-when";
import styles from "./feedback-panel.module.css";
import { PanelPages } from "./panel-pages";
import { useFigure } from "./ranking-cells";

type Contribution = StaffDiscussion["contributions"][number];
type Opened = { action: "chair" } | { action: "hide"; one: Contribution };

/**
 * Renders the discussion chair and the discussions of a round in a folded panel. Renders nothing if the round has no
 * discussions.
 */
export function DiscussionPanel({
  edition,
  round,
  disabledReason,
}: {
  edition: number;
  /** Number of the round that the page shows; undefined if the edition has only one round. */
  round: number | undefined;
  disabledReason: string | undefined;
}) {
  const t = useTranslations("staff.discussion");
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Opened | null>(null);
  const about = { edition, ...(round !== undefined && { round }) };
  const query = useQuery({
    ...readOf(listStaffDiscussions, { locale: useLocale(), query: { ...about, page } }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  if (!data?.given && !query.isError) return null;
  const chair = data?.jurors.find(({ id }) => id === data.chair);
  const close = () => setOpened(null);
  return (
    <details className={styles.panel}>
      <summary>
        <h2 className={styles.title}>{t("title")}</h2>{" "}
        {data && <span className={styles.small}>{t("sum", data.counts)}</span>}
      </summary>
      <ListBody query={query} failed={t("failed")} rows={2}>
        {data && (
          <>
            <div className={styles.filters}>
              {(chair || data.running) && (
                <span>{chair ? t("chair", { name: chair.name }) : t("noChair")}</span>
              )}
              {data.running && (
                <Button
                  small
                  variant="secondary"
                  disabledReason={disabledReason}
                  onClick={() => setOpened({ action: "chair" })}
                >
                  {t("nameChair")}
                </Button>
              )}
            </div>
            {!data.open && <p>{t("notOpen")}</p>}
            {!data.running && <p>{t("over")}</p>}
            {data.open && data.projects.length === 0 && <p>{t("nothing")}</p>}
            <ul className={styles.projects}>
              {data.projects.map((project) => (
                <Project
                  key={project.id}
                  {...{ project, disabledReason }}
                  onHide={(one) => setOpened({ action: "hide", one })}
                />
              ))}
            </ul>
            <PanelPages list={data} onChoose={setPage} />
          </>
        )}
      </ListBody>
      {opened?.action === "chair" && data && (
        <ChairDialog {...{ about, jurors: data.jurors, chair: data.chair }} onClose={close} />
      )}
      {opened?.action === "hide" && (
        <ActionDialog
          endpoint={hideContribution}
          title={t(opened.one.hidden_at ? "show" : "hide")}
          params={{ id: opened.one.id }}
          input={{ hidden: opened.one.hidden_at === null }}
          count={1}
          whomTitle={t("contribution")}
          toWhom={
            <p dir="auto">
              <strong>{opened.one.author}</strong>
              {`: ${opened.one.text}`}
            </p>
          }
          onDone={close}
          onClose={close}
        />
      )}
    </details>
  );
}

function ChairDialog({
  about,
  jurors,
  chair,
  onClose,
}: {
  about: { edition: number; round?: number };
  jurors: readonly { id: string; name: string }[];
  chair: string | null;
  onClose: () => void;
}) {
  const t = useTranslations("staff.discussion");
  const [evaluator, setEvaluator] = useState("");
  return (
    <ActionDialog
      endpoint={nameChair}
      input={evaluator ? { ...about, evaluator } : null}
      undecided={t("chooseFirst")}
      decide={(errors) => (
        <SelectField
          name="evaluator"
          label={t("evaluator")}
          error={errors.evaluator}
          value={evaluator}
          options={jurors
            .filter(({ id }) => id !== chair)
            .map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => setEvaluator(target.value)}
        />
      )}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function Project({
  project: { id, nome, value, rank, readers, contributions, summary },
  disabledReason,
  onHide,
}: {
  project: StaffDiscussion;
  disabledReason: string | undefined;
  onHide: (one: Contribution) => void;
}) {
  const t = useTranslations("staff.discussion");
  const figure = useFigure();
  const { moment } = useWhen();
  const place = (one: number | null) => (one === null ? "–" : String(one));
  return (
    <li className={styles.project}>
      <h3 className={styles.name}>
        <Link href={applicationHref(id, FROM_SELECTION)} prefetch={false}>
          {nome}
        </Link>
      </h3>
      <p>
        {t("shift", {
          ...{ first: figure(value.first), last: figure(value.last) },
          ...{ from: place(rank.first), to: place(rank.last) },
        })}
      </p>
      <ul className={styles.fields}>
        {readers.map(({ number, name, total, first, revisions }) => (
          <li key={number} className={styles.text}>
            <span>
              {t("reader", { number, name, total: figure(total) })}
              {first && ` ${t("before", { total: figure(first.total) })}`}
            </span>
            {revisions.map(({ at, reason }) => (
              <span key={at} className={styles.small} dir="auto">
                {`${moment(at)}: ${reason}`}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {contributions.map((one) => (
        <div key={one.id} className={styles.text}>
          <p className={styles.small}>
            {t("by", { author: one.author, at: moment(one.at) })}
            {one.hidden_at && ` · ${t("hiddenAt", { at: moment(one.hidden_at) })}`}
          </p>
          <p dir="auto">{one.text || t("erased")}</p>
          <div>
            <Button
              small
              variant="secondary"
              disabledReason={disabledReason}
              onClick={() => onHide(one)}
            >
              {t(one.hidden_at ? "show" : "hide")}
            </Button>
          </div>
        </div>
      ))}
      {summary && (
        <div className={styles.text}>
          <p className={styles.small}>
            {t("summary", { version: summary.version, at: moment(summary.at) })}{" "}
            {summary.agreed.length > 0
              ? t("agreed", { names: summary.agreed.join(", ") })
              : t("notAgreed")}
          </p>
          <p dir="auto" lang={summary.language}>
            {summary.text}
          </p>
          <p className={styles.small}>{t("useAsFeedback")}</p>
        </div>
      )}
    </li>
  );
}
