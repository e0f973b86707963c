"use client";

import { useFormatter, useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { Spinner } from "@/components/ui/figures/spinner";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import { Table } from "@/components/ui/page/table";
import type { Proposal } from "@/contract/staff/assignment";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { useWhen } from "../shell/use-when";
import styles from "./assignment.module.css";
import { PlanFigure } from "./plan-figure";

/** Reports whether a proposed plan is still being computed. */
export function isUnderWay(proposal: Proposal | null | undefined): boolean {
  return proposal !== null && proposal !== undefined && !/done|failed/.test(proposal.state);
}

const CHANGES = ["added", "removed", "kept"] as const;

/** Shows the last proposed plan: its progress, or its result and the changes that it would make. */
export function ProposalPart({
  proposal,
  pairsHref,
  disabledReason,
  onApply,
}: {
  proposal: Proposal;
  /** URL of the matrix with the readings that the proposal would give. */
  pairsHref: string;
  disabledReason: string | undefined;
  onApply: () => void;
}) {
  const t = useTranslations("staff.assignment");
  const when = useWhen();
  const { state, readings, seed, changes, shape, asked_at, done_at } = proposal;
  const count = changes ? changes.added + changes.removed : 0;
  // Applying the proposal removes this part while its button has the focus, so the focus moves to another element.
  const place = useFocusHeir<HTMLElement>();
  return (
    <section ref={place} className={styles.part} aria-labelledby="proposal">
      <h2 id="proposal" className={styles.heading}>
        {t("proposal", { count: readings })}
      </h2>
      <output className={styles.state}>
        {isUnderWay(proposal) && (
          <>
            <Spinner />
            <span>
              <strong>{t(`state.${state as "waiting" | "reading" | "solving"}`)}</strong>{" "}
              {t("asked", { time: when.time(asked_at) })}
            </span>
          </>
        )}
        {done_at && (
          <span>{t("made", { ...dated("moment", when.moment(done_at)), seed: String(seed) })}</span>
        )}
      </output>
      {state === "failed" && <FormAlert heading={t("state.failed")} />}
      {shape && changes && (
        <>
          <PlanFigure shape={shape} />
          <ul className={styles.changes} aria-label={t("changes")}>
            {CHANGES.map((name) => (
              <li key={name}>{t(`change.${name}`, { count: changes[name] })}</li>
            ))}
          </ul>
          <details className={styles.details}>
            <summary>{t("perEvaluator")}</summary>
            <PerEvaluator rows={changes.evaluators} />
          </details>
          {count > 0 && (
            <p>
              <Link href={pairsHref}>{t("seePairs")}</Link>
            </p>
          )}
          <div>
            <Button
              small
              leads
              disabledReason={disabledReason ?? (count === 0 ? t("already") : undefined)}
              onClick={onApply}
            >
              {t("apply", { count })}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function PerEvaluator({ rows }: { rows: NonNullable<Proposal["changes"]>["evaluators"] }) {
  const t = useTranslations("staff.assignment");
  const format = useFormatter();
  return (
    <Table caption={t("perEvaluator")}>
      <thead>
        <tr>
          <th scope="col">{t("changeColumn.evaluator")}</th>
          {CHANGES.map((name) => (
            <th key={name} scope="col" data-numeric>
              {t(`changeColumn.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, closed, ...counts }) => (
          <tr key={id}>
            <th scope="row">{closed ? t("closedName", { name }) : name}</th>
            {CHANGES.map((one) => (
              <td key={one} data-numeric>
                {format.number(counts[one])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
