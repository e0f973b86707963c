"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import {
  type EvaluatorReadings,
  GIVEN_MAX,
  getEvaluatorReadings,
  giveReadings,
} from "@/contract/staff/matrix";
import { readOf } from "@/lib/api/query";
import { ActionDialog } from "../actions/action-dialog";
import styles from "./give-dialog.module.css";
import { NoPlan } from "./no-plan";

/** Number of projects that the dialog proposes to assign. */
const PROPOSED = "2";

/**
 * Dialog that assigns further projects to one evaluator: projects that staff choose, or a given number of the projects
 * with the fewest readings. If no plan of readings exists, the dialog explains what staff have to do first.
 */
export function GiveDialog({
  evaluator,
  round,
  onClose,
}: {
  evaluator: { id: string; name: string };
  /** Request parameter that names the round that the page shows. */
  round?: { round?: number };
  onClose: () => void;
}) {
  const t = useTranslations("staff.assignment.give");
  const matrix = useTranslations("staff.assignment.matrix");
  const act = useTranslations("staff.act");
  const plan = useTranslations("staff.assignment");
  const locale = useLocale();
  const { data, isError } = useQuery(
    readOf(getEvaluatorReadings, {
      locale,
      params: { evaluator: evaluator.id },
      query: { ...round },
    }),
  );
  const [least, setLeast] = useState(PROPOSED);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [search, setSearch] = useState("");
  const [notify, setNotify] = useState(true);
  const title = t("title", { name: evaluator.name });
  if (!data || data.wanted === null || data.evaluator.closed || data.free.length === 0) {
    return (
      <Dialog
        open
        title={title}
        onClose={onClose}
        actions={
          <Button small variant="secondary" onClick={onClose}>
            {act("safe")}
          </Button>
        }
      >
        {isError && <p role="alert">{t("failed")}</p>}
        {!data && !isError && <p role="status">{t("loading")}</p>}
        {data && <WhyNone readings={data} />}
      </Dialog>
    );
  }
  const number = /^\d{1,2}$/.test(least.trim()) ? Number(least) : 0;
  const isNumber = number >= 1 && number <= GIVEN_MAX;
  const input =
    chosen.length > 0
      ? { ...round, projects: [...chosen], notify }
      : isNumber
        ? { ...round, least: number, notify }
        : null;
  const shown = data.free.filter(({ project }) =>
    project.name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <ActionDialog
      endpoint={giveReadings}
      title={title}
      params={{ evaluator: evaluator.id }}
      input={input}
      decide={({ least: error }) => (
        <>
          {chosen.length === 0 && (
            <TextField
              name="least"
              label={t("least")}
              help={t("leastHelp", { most: GIVEN_MAX })}
              inputMode="numeric"
              autoComplete="off"
              error={isNumber ? error : "invalid_choice"}
              value={least}
              onChange={({ target }) => setLeast(target.value)}
            />
          )}
          <details className={styles.choose}>
            <summary>{t("choose", { count: chosen.length })}</summary>
            {data.free.length > 8 && (
              <TextField
                name="search"
                label={matrix("search")}
                autoComplete="off"
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            )}
            <ul className={styles.projects}>
              {shown.map(({ project, why_not: whyNot }) => (
                <li key={project.id}>
                  <Checkbox
                    name={project.id}
                    label={project.name}
                    help={[
                      matrix("readers", { count: project.given }),
                      ...whyNot.map((one) => matrix(`obstacle.${one}`)),
                    ].join(", ")}
                    checked={chosen.includes(project.id)}
                    onChange={() => toggle(project.id)}
                  />
                </li>
              ))}
            </ul>
          </details>
          <Checkbox
            name="notify"
            label={plan("notify")}
            help={plan("notifyHelp")}
            checked={notify}
            onChange={({ target }) => setNotify(target.checked)}
          />
        </>
      )}
      toWhom={<p>{evaluator.name}</p>}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

/** Explains why no project can be assigned to the evaluator. */
function WhyNone({ readings: { wanted, evaluator } }: { readings: EvaluatorReadings }) {
  const t = useTranslations("staff.assignment.give");
  if (wanted === null) return <NoPlan />;
  return <p>{t(evaluator.closed ? "closed" : "none")}</p>;
}
