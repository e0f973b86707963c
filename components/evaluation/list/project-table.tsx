import { useFormatter, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Ring } from "@/components/ui/figures/ring";
import { Status } from "@/components/ui/figures/status";
import { Table } from "@/components/ui/page/table";
import { useRow, useRowKeys } from "@/components/ui/page/use-row-keys";
import type { ProjectListItem, ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { missingCriteria, NO_SCORES } from "@/contract/evaluation/weights";
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
 * Renders the sent projects as a scrollable table. The keys j and k move between projects, and Enter opens a project.
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
  const keys = useRowKeys(on, { open: (id) => router.push(projectAddress(id, query)) });
  return (
    <div {...keys}>
      <Table busy={busy} caption={t("caption")}>
        <thead className={styles.heads}>
          <tr>
            <SortHead by="nome" query={query} />
            <th scope="col" className={cx(styles.plain, styles.extra)}>
              {fields("industry")}
            </th>
            <th scope="col" className={cx(styles.plain, styles.wide)}>
              {fields("stage")}
            </th>
            <SortHead by="sent_at" query={query} extra />
            <th scope="col" className={cx(styles.plain, styles.extra)}>
              {t("columns.state")}
            </th>
            <th scope="col" className={cx(styles.plain, styles.wide)}>
              {t("columns.scores")}
            </th>
            <SortHead by="my_total" query={query} numeric />
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row key={project.id} project={project} query={query} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ project, query }: { project: ProjectListItem; query: ProjectListQuery }) {
  const t = useTranslations("evaluation.list");
  const options = useTranslations("options");
  const format = useFormatter();
  const reasonOf = useReason();
  const { short } = useDates();
  const state = evaluationState(project.evaluation);
  const total = project.evaluation?.total ?? null;
  const missing = missingCriteria(project.evaluation?.scores ?? NO_SCORES).length;
  return (
    <tr {...useRow(project.id)} className={styles.row}>
      <th scope="row" className={styles.name}>
        <Link href={projectAddress(project.id, query)}>{project.nome}</Link>{" "}
        <span className={styles.small}>{t(`states.${state}`)}</span>
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
      <td className={styles.extra}>{options(project.industry as "industry-other")}</td>
      <td className={styles.wide}>{options(project.stage as "stage-concept")}</td>
      <td className={cx(styles.date, styles.extra)}>{short(project.sent_at)}</td>
      <td className={cx(styles.state, styles.extra)}>
        <Status tone={STATE_TONES[state]}>{t(`states.${state}`)}</Status>
      </td>
      <td className={cx(styles.bounces, styles.wide)}>
        <ScoreBounces scores={project.evaluation?.scores ?? NO_SCORES} />
      </td>
      <td data-numeric className={styles.total}>
        {total === null ? (
          <span className={styles.missing}>
            {state === "partial" ? t("missing", { count: missing }) : "—"}
          </span>
        ) : (
          format.number(total, { minimumFractionDigits: 1 })
        )}
      </td>
    </tr>
  );
}
