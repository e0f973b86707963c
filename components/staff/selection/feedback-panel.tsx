"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useId, useMemo, useState } from "react";
import { FeedbackText } from "@/components/submission/feedback-text";
import { Button } from "@/components/ui/buttons/button";
import { Status } from "@/components/ui/figures/status";
import { useRow } from "@/components/ui/page/use-row-keys";
import type { Stage } from "@/contract/evaluation/funnel";
import {
  FEEDBACK_STATES,
  type FeedbackProject,
  listFeedback,
  type WrittenFeedback,
} from "@/contract/staff/feedback";
import { readOf } from "@/lib/api/query";
import { ListBody } from "../list/list-body";
import { useRowShortcuts } from "../list/use-row-shortcuts";
import { ShortcutHints } from "../shell/shortcut-hints";
import { FeedbackDialog, type OpenedFeedback } from "./feedback-dialog";
import styles from "./feedback-panel.module.css";
import { PanelPages } from "./panel-pages";

const TONES = { waiting: "flight", empty: "wrong", ready: "done" } as const;
type State = (typeof FEEDBACK_STATES)[number];
/** Staff's verdicts about a feedback text, in the order of their buttons and of the keys 1 to 4. */
const VERDICTS = ["approve", "edit", "withhold", "ask"] as const;

/**
 * Renders the feedback texts for the applicants that the stage's next release would reject. Staff decide about each
 * text with buttons.
 */
export function FeedbackPanel({
  edition,
  stage,
  disabledReason,
}: {
  edition: number;
  stage: Stage;
  disabledReason: string | undefined;
}) {
  const t = useTranslations("staff.feedback");
  const [state, setState] = useState<State | undefined>();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<OpenedFeedback | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  const query = useQuery({
    ...readOf(listFeedback, {
      locale: useLocale(),
      query: { edition, stage, page, ...(state && { state }) },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const projects = data?.projects ?? [];
  const letters = useMemo(() => {
    const texts = (data?.projects ?? []).flatMap((one) => one.texts);
    return Object.fromEntries(
      VERDICTS.map((action, index) => [
        String(index + 1),
        (id: string | null) => {
          const written = texts.find((one) => one.id === id);
          if (written && disabledReason === undefined) setOpened({ action, texts: [written] });
        },
      ]),
    );
  }, [data, disabledReason]);
  const keys = useRowShortcuts<HTMLUListElement>({ letters });
  const clean = projects.flatMap(({ texts }) =>
    texts.filter(({ verdict, found }) => verdict === null && found.length === 0),
  );
  const empty = projects.filter((one) => one.state === "empty");
  const choose = (next: State | undefined) => {
    setState(next);
    setPage(1);
  };
  return (
    // The panel is folded, so that the ranking below it is in view.
    <details
      className={styles.panel}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>
        <h2 id="feedback" className={styles.title}>
          {t("title")}
        </h2>{" "}
        {data && <span className={styles.small}>{t("sum", data.counts)}</span>}
      </summary>
      <ListBody
        query={query}
        failed={t("failed")}
        rows={4}
        empty={data?.counts.all === 0 && { title: t("nothing"), text: t("nothingText") }}
      >
        <p>{t("lead")}</p>
        <ShortcutHints keys={["row", "verdict"]} />
        <fieldset className={styles.filters} aria-label={t("filter")}>
          {([undefined, ...FEEDBACK_STATES] as const).map((one) => (
            <Button
              key={one ?? "all"}
              small
              variant={one === state ? "primary" : "secondary"}
              aria-pressed={one === state}
              onClick={() => choose(one)}
            >
              {t(`filters.${one ?? "all"}`, { count: data?.counts[one ?? "all"] ?? 0 })}
            </Button>
          ))}
        </fieldset>
        <div className={styles.filters}>
          {clean.length > 0 && (
            <Button
              small
              disabledReason={disabledReason}
              onClick={() => setOpened({ action: "approve", texts: clean })}
            >
              {t("approveAll", { count: clean.length })}
            </Button>
          )}
          {empty.length > 0 && (
            <Button
              small
              disabledReason={disabledReason}
              onClick={() => setOpened({ action: "reasons", projects: empty })}
            >
              {t("reasonsAll", { count: empty.length })}
            </Button>
          )}
        </div>
        {projects.length === 0 && <p>{t("noMatch")}</p>}
        {/* The list handles keys only while the feedback panel is open. The keys J and K enter the first visible list
            of the page, which is the ranking while this panel is folded. */}
        <ul className={styles.projects} {...(unfolded && keys)}>
          {projects.map((project) => (
            <Project key={project.id} {...{ project, disabledReason }} onOpen={setOpened} />
          ))}
        </ul>
        {data && <PanelPages list={data} onChoose={setPage} />}
      </ListBody>
      {opened && (
        <FeedbackDialog
          opened={opened}
          about={{ edition, stage }}
          onClose={() => setOpened(null)}
        />
      )}
    </details>
  );
}

type Opens = { disabledReason: string | undefined; onOpen: (opened: OpenedFeedback) => void };

function Project({ project, disabledReason, onOpen }: Opens & { project: FeedbackProject }) {
  const t = useTranslations("staff.feedback");
  return (
    <li className={styles.project}>
      <h3 className={styles.name}>
        {project.name} <Status tone={TONES[project.state]}>{t(`state.${project.state}`)}</Status>
      </h3>
      {project.texts.map((written) => (
        <Written key={written.id} {...{ written, disabledReason, onOpen }} />
      ))}
      {project.own && (
        <div className={styles.text}>
          <p className={styles.small}>{t("own")}</p>
          <FeedbackText {...project.own} />
        </div>
      )}
      {project.summary && (
        <div className={styles.text}>
          <p className={styles.small}>{t("summary")}</p>
          <p dir="auto" lang={project.summary.language}>
            {project.summary.text}
          </p>
          <div>
            <Button
              small
              variant="secondary"
              disabledReason={disabledReason}
              onClick={() => onOpen({ action: "write", project, begin: project.summary })}
            >
              {t("act.summary")}
            </Button>
          </div>
        </div>
      )}
      <div className={styles.filters}>
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason}
          onClick={() => onOpen({ action: "reasons", projects: [project] })}
        >
          {t("act.reasons")}
        </Button>
        <Button
          small
          variant="secondary"
          disabledReason={disabledReason}
          onClick={() => onOpen({ action: "write", project, begin: project.own })}
        >
          {t("act.write")}
        </Button>
      </div>
    </li>
  );
}

function Written({ written, disabledReason, onOpen }: Opens & { written: WrittenFeedback }) {
  const t = useTranslations("staff.feedback");
  const { author, found, verdict } = written;
  const id = useId();
  const row = useRow<HTMLDivElement>(written.id);
  const act = (action: (typeof VERDICTS)[number], index: number) => (
    <Button
      key={action}
      small
      variant="secondary"
      aria-keyshortcuts={String(index + 1)}
      disabledReason={disabledReason}
      onClick={() => onOpen({ action, texts: [written] })}
    >
      {t(`act.${action}`)}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would show a border and take no focus
    <div {...row} role="group" aria-labelledby={id} className={styles.text}>
      <p id={id} className={styles.small}>
        {t("by", { author })} · <strong>{t(`verdict.${verdict?.kind ?? "none"}`)}</strong>
      </p>
      <FeedbackText {...written} />
      {verdict?.edited && (
        <>
          <p className={styles.small}>{t("leaves")}</p>
          <FeedbackText {...verdict.edited} />
        </>
      )}
      {verdict?.kind === "asked" && (
        <p className={styles.small} dir="auto">
          {t("question", { question: verdict.question })}
        </p>
      )}
      {found.length > 0 && (
        <ul className={styles.found} aria-label={t("found")}>
          {found.map(({ kind, text }) => (
            <li key={`${kind} ${text}`}>{t(`kind.${kind}`, { text })}</li>
          ))}
        </ul>
      )}
      <div className={styles.filters}>{VERDICTS.map(act)}</div>
    </div>
  );
}
