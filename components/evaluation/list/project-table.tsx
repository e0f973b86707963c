import { useFormatter, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Ring } from "@/components/ui/figures/ring";
import { Status } from "@/components/ui/figures/status";
import { EqualValues, equalValues } from "@/components/ui/page/equal-values";
import rowStyles from "@/components/ui/page/row-height.module.css";
import { Table } from "@/components/ui/page/table";
import { useRow, useRowKeys } from "@/components/ui/page/use-row-keys";
import type { ProjectListItem, ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { missingCriteria, NO_SCORES } from "@/contract/evaluation/weights";
import { useDensity } from "@/lib/browser/use-density";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { evaluationState, STATE_TONES } from "../evaluation-state";
import { ScoreBounces } from "../score-bounces";
import { useDates } from "../use-dates";
import { useReason } from "../use-reason";
import { listAddress, projectAddress } from "./list-query";
import styles from "./project-table.module.css";

/** Renders a column header that sorts the list. A second press reverses the order. */
function SortHead({
  by,
  query,
  numeric,
  extra,
}: {
  by: NonNullable<ProjectListQuery["orderby"]>;
  query: ProjectListQuery;
  numeric?: boolean;
  extra?: boolean;
}) {
  const t = useTranslations("evaluation.list");
  const current = (query.orderby ?? "sent_at") === by;
  const descending = (query.order ?? "desc") === "desc";
  const next = current ? (descending ? "asc" : "desc") : by === "nome" ? "asc" : "desc";
  const sort = current ? (descending ? "descending" : "ascending") : "none";
  return (
    <th
      scope="col"
      aria-sort={sort}
      data-numeric={numeric || undefined}
      className={extra ? styles.extra : undefined}
    >
      <Link
        className={styles.sort}
        href={listAddress(query, { orderby: by, order: next })}
        scroll={false}
      >
        {t(`columns.${by}`)}
      </Link>
    </th>
  );
}

/**
 * Renders the evaluator's projects as a scrollable table. The keys j and k move between projects, and Enter opens a
 * project.
 */
export function ProjectTable({
  projects,
  query,
  busy,
}: {
  projects: ProjectListItem[];
  query: ProjectListQuery;
  /** Whether the table still shows the old rows while the next query loads. */
  busy: boolean;
}) {
  const t = useTranslations("evaluation.list");
  const fields = useTranslations("fields.short");
  const router = useRouter();
  const [on] = useShortcutsEnabled();
  const [density] = useDensity();
  const keys = useRowKeys(on, { open: (id) => router.push(projectAddress(id, query)) });
  const equal = equalValues(projects, useTexts());
  const shows = (column: Column) => !(column in equal);
  const nameOf = (column: Column) =>
    column === "industry" || column === "stage" ? fields(column) : t(`columns.${column}`);
  return (
    <div {...keys} className={rowStyles.rows} data-density={density}>
      <Table busy={busy} caption={t("caption")}>
        <thead className={styles.heads}>
          <tr>
            <SortHead by="nome" query={query} />
            {shows("industry") && (
              <th scope="col" className={cx(styles.plain, styles.extra)}>
                {fields("industry")}
              </th>
            )}
            {shows("stage") && (
              <th scope="col" className={cx(styles.plain, styles.wide)}>
                {fields("stage")}
              </th>
            )}
            {shows("sent_at") && <SortHead by="sent_at" query={query} extra />}
            {shows("state") && (
              <th scope="col" className={cx(styles.plain, styles.extra)}>
                {t("columns.state")}
              </th>
            )}
            {shows("scores") && (
              <th scope="col" className={cx(styles.plain, styles.wide)}>
                {t("columns.scores")}
              </th>
            )}
            {shows("my_total") && <SortHead by="my_total" query={query} numeric />}
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row key={project.id} {...{ project, query, shows }} />
          ))}
        </tbody>
      </Table>
      <EqualValues label={t("equal")} values={equal} nameOf={nameOf} />
    </div>
  );
}

type Column = "industry" | "stage" | "sent_at" | "state" | "scores" | "my_total";

/** Returns functions that write the text of each column except the project's name. */
function useTexts(): Record<Column, (project: ProjectListItem) => string> {
  const t = useTranslations("evaluation.list");
  const options = useTranslations("options");
  const format = useFormatter();
  const { short } = useDates();
  const scoresOf = ({ evaluation }: ProjectListItem) => evaluation?.scores ?? NO_SCORES;
  return {
    industry: ({ industry }) => options(industry as "industry-other"),
    stage: ({ stage }) => options(stage as "stage-concept"),
    sent_at: ({ sent_at }) => short(sent_at),
    state: ({ evaluation }) => t(`states.${evaluationState(evaluation)}`),
    scores: (project) =>
      Object.values(scoresOf(project))
        .map((score) => score ?? "—")
        .join(", "),
    my_total: (project) => {
      const total = project.evaluation?.total ?? null;
      if (total !== null) return format.number(total, { minimumFractionDigits: 1 });
      const isPartial = evaluationState(project.evaluation) === "partial";
      return isPartial ? t("missing", { count: missingCriteria(scoresOf(project)).length }) : "—";
    },
  };
}

function Row({
  project,
  query,
  shows,
}: {
  project: ProjectListItem;
  query: ProjectListQuery;
  /** Reports whether a column is shown. Columns with equal values in all rows are hidden. */
  shows: (column: Column) => boolean;
}) {
  const t = useTranslations("evaluation.list");
  const format = useFormatter();
  const reasonOf = useReason();
  const texts = useTexts();
  const total = project.evaluation?.total ?? null;
  return (
    <tr {...useRow(project.id)} className={styles.row}>
      <th scope="row" className={styles.name}>
        <Link href={projectAddress(project.id, query)}>{project.nome}</Link>{" "}
        {shows("state") && <span className={styles.small}>{texts.state(project)}</span>}
        {(project.assigned_because ?? []).length > 0 && (
          <span className={styles.because}>
            {t("because.label", {
              reasons: format.list(project.assigned_because.map((one) => t(`because.${one}`))),
            })}
          </span>
        )}
        {project.sent_again && (
          <span className={styles.again}>
            <Ring hoop size="var(--mark-small)" /> {t("sentAgainBadge")}
          </span>
        )}
        {project.evaluation?.conflict && (
          <span className={styles.reason}>{reasonOf(project.evaluation)}</span>
        )}
      </th>
      {shows("industry") && <td className={styles.extra}>{texts.industry(project)}</td>}
      {shows("stage") && <td className={styles.wide}>{texts.stage(project)}</td>}
      {shows("sent_at") && (
        <td className={cx(styles.date, styles.extra)}>{texts.sent_at(project)}</td>
      )}
      {shows("state") && (
        <td className={cx(styles.state, styles.extra)}>
          <Status tone={STATE_TONES[evaluationState(project.evaluation)]}>
            {texts.state(project)}
          </Status>
        </td>
      )}
      {shows("scores") && (
        <td className={cx(styles.bounces, styles.wide)}>
          <ScoreBounces scores={project.evaluation?.scores ?? NO_SCORES} />
        </td>
      )}
      {shows("my_total") && (
        <td data-numeric className={styles.total}>
          {total === null ? (
            <span className={styles.missing}>{texts.my_total(project)}</span>
          ) : (
            texts.my_total(project)
          )}
        </td>
      )}
    </tr>
  );
}
