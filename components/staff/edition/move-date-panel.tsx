import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { StaffEdition } from "@/contract/staff/editions";
import type { Plan } from "@/contract/staff/preview";
import { dated } from "@/lib/i18n/is-elided";
import { ActFailure, ActFields, Uncounted } from "../actions/action-fields";
import { usePlanWords } from "../actions/preview-messages";
import type { ActForm } from "../actions/use-action-form";
import styles from "./edition.module.css";
import { isLastDay, useDateWords } from "./use-date-messages";

const figure = (number: ReactNode) => <b>{number}</b>;

/** Side panel with the preview of moving a date, and the confirmation fields. */
export function MoveSheet({
  edition,
  date: { which, at },
  form,
  onClose,
}: {
  edition: StaffEdition;
  date: StaffEdition["dates"][number];
  form: ActForm;
  onClose: () => void;
}) {
  const t = useTranslations("staff.dates");
  const act = useTranslations("staff.act");
  const words = useDateWords(edition);
  const plan = usePlanWords();
  const isRefused = (form.plan?.against.length ?? 0) > 0;
  return (
    <form className={styles.sheet} method="post" noValidate onSubmit={form.submit}>
      <ActFailure form={form} />
      <div aria-busy={form.counted.isFetching} role="status">
        {form.plan ? (
          <Effects plan={form.plan} />
        ) : (
          !form.uncounted && <p>{t(form.isDecided ? "counting" : "chooseDay")}</p>
        )}
      </div>
      <Uncounted form={form} />
      {form.plan && !isRefused && <ActFields form={form} />}
      <div className={styles.buttons}>
        <Button small variant="secondary" onClick={onClose}>
          {at ? t("keep", dated("day", words.day(which, at))) : act("safe")}
        </Button>
        <Button
          small
          leads
          type="submit"
          busy={form.busy}
          busyLabel={act("busy")}
          disabledReason={form.stopped}
        >
          {t("verb", { what: isLastDay(which) ? "deadlines" : "date", count: form.done })}
        </Button>
      </div>
      {form.plan && (
        <p className={styles.small}>{act("counted", { time: plan.time(form.plan.at) })}</p>
      )}
    </form>
  );
}

/** Lists the numbers in one column with their labels beside them. A 0 is shown less prominently. */
function Effects({ plan }: { plan: Plan }) {
  const t = useTranslations("staff.dates");
  const words = usePlanWords();
  if (plan.against.length > 0) {
    return (
      <ul className={styles.against}>
        {plan.against.map((one) => (
          <li key={one.name}>{words.against(one)}</li>
        ))}
      </ul>
    );
  }
  const mails = plan.mails.reduce((all, { count }) => all + count, 0);
  return (
    <ul className={styles.effects}>
      {plan.effects.map((one) => (
        <li key={one.name} data-none={one.count === 0}>
          {words.effectWith(one, figure)}
        </li>
      ))}
      <li data-none={plan.cancelled === 0}>
        {t.rich("cancelled", { count: plan.cancelled, n: figure })}
      </li>
      <li data-none={mails === 0}>{t.rich("mails", { count: mails, n: figure })}</li>
    </ul>
  );
}
