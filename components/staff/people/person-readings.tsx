import { keepPreviousData, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { RadioGroup } from "@/components/forms/fields/radio-group";
import { Button } from "@/components/ui/buttons/button";
import type { Language } from "@/contract/languages";
import { getEvaluatorReadings, giveReadings } from "@/contract/staff/matrix";
import type { Person } from "@/contract/staff/people";
import { ApiError } from "@/lib/api/error";
import { readOf } from "@/lib/api/query";
import { whenIdle } from "@/lib/browser/when-idle";
import { Link } from "@/lib/i18n/navigation";
import { NoPlan } from "../giving/no-plan";
import { roundOf, useRoundTitle } from "../rounds/use-round-title";
import { screenNamed } from "../shell/screens";
import styles from "./person.module.css";
import { Part } from "./person-parts";
import { useDisabledReason } from "./whom";

const load = () => import("../giving/give-dialog").then((module) => module.GiveDialog);
/** The dialog that assigns projects to the evaluator loads when the browser is idle. */
const GiveDialog = dynamic(load, { ssr: false });

/** Shows how many projects an evaluator has read in the current edition, with an action that assigns more projects. */
export function Readings({ person: { id, name, email } }: { person: Person }) {
  const t = useTranslations("staff.person.readings");
  const give = useTranslations("staff.assignment.give");
  const locale = useLocale() as Language;
  const [chosen, setChosen] = useState<number>();
  const { data, error } = useQuery({
    ...readOf(getEvaluatorReadings, {
      locale,
      params: { evaluator: id },
      query: { ...(chosen !== undefined && { round: chosen }) },
    }),
    placeholderData: keepPreviousData,
  });
  const title = useRoundTitle(t("title"), data);
  const round = data?.round ? `&round=${data.round.number}` : "";
  // The error "not found" means that the evaluator is on no round's jury.
  const isSeatless = error instanceof ApiError && error.code === "not_found";
  const [open, setOpen] = useState(false);
  const disabledReason = useDisabledReason()(giveReadings);
  useEffect(() => whenIdle(() => void load()), []);
  const jury = screenNamed("evaluators").path;
  return (
    <Part title={title}>
      {!data && (
        <p className={styles.quiet}>{t(isSeatless ? "seatless" : error ? "failed" : "loading")}</p>
      )}
      {data?.rounds && data.rounds.length > 1 && (
        <RadioGroup
          name="round"
          label={t("round")}
          options={data.rounds.map(({ number, names }) => ({
            ...{ value: String(number), label: names[locale] },
          }))}
          chosen={String(data.round?.number)}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
      )}
      {data && (
        <>
          <p>
            <strong>
              {t("sum", {
                done: data.evaluator.done,
                given: data.evaluator.given,
                capacity:
                  data.evaluator.capacity === null ? "none" : String(data.evaluator.capacity),
              })}
            </strong>{" "}
            {data.evaluator.recused > 0 && t("recused", { count: data.evaluator.recused })}
          </p>
          <p>
            <Link href={`${jury}/assegnazione?evaluator=${id}${round}`}>{t("see")}</Link>
          </p>
          <p>
            <Link href={`${jury}?search=${encodeURIComponent(email)}${round}`}>{t("jury")}</Link>
          </p>
          {data.wanted === null ? (
            <p className={styles.quiet}>
              <NoPlan />
            </p>
          ) : (
            <div>
              <Button
                small
                variant="secondary"
                disabledReason={
                  disabledReason ?? (data.evaluator.closed ? give("closed") : undefined)
                }
                onClick={() => setOpen(true)}
              >
                {give("button")}
              </Button>
            </div>
          )}
        </>
      )}
      {open && (
        <GiveDialog
          evaluator={{ id, name: name || email }}
          round={roundOf(data)}
          onClose={() => setOpen(false)}
        />
      )}
    </Part>
  );
}
