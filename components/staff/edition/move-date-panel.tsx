import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { StaffEdition } from "@/contract/staff/editions";
import type { ActionPreview } from "@/contract/staff/preview";
import { dated } from "@/lib/i18n/is-elided";
import { ActionFailure, ActionFields, Uncounted } from "../actions/action-fields";
import { usePreviewMessages } from "../actions/preview-messages";
import type { ActionForm } from "../actions/use-action-form";
import { hasEmailEffect } from "../actions/what-happens";
import styles from "./edition.module.css";
import { isLastDay, useDateMessages } from "./use-date-messages";

const figure = (number: ReactNode) => <b>{number}</b>;

/** Side panel with the preview of moving an edition's date, and the confirmation fields. */
export function MoveDatePanel({
  edition,
  date: { which, at },
  form,
  onClose,
}: {
  edition: StaffEdition;
  date: StaffEdition["dates"][number];
  form: ActionForm;
  onClose: () => void;
}) {
  const t = useTranslations("staff.dates");
  const action = useTranslations("staff.act");
  const words = useDateMessages(edition);
  const messages = usePreviewMessages();
  const isRefused = (form.preview?.against.length ?? 0) > 0;
  return (
    <form className={styles.sheet} method="post" noValidate onSubmit={form.submit}>
      <ActionFailure form={form} />
      <div aria-busy={form.counted.isFetching} role="status">
        {form.preview ? (
          <Effects preview={form.preview} />
        ) : (
          !form.uncounted && <p>{t(form.isComplete ? "counting" : "chooseDay")}</p>
        )}
      </div>
      <Uncounted form={form} />
      {form.preview && !isRefused && <ActionFields form={form} />}
      <div className={styles.buttons}>
        <Button small variant="secondary" onClick={onClose}>
          {at ? t("keep", dated("day", words.day(which, at))) : action("safe")}
        </Button>
        <Button
          small
          leads
          type="submit"
          busy={form.busy}
          busyLabel={action("busy")}
          disabledReason={form.stopped}
        >
          {t("verb", { what: isLastDay(which) ? "deadlines" : "date", count: form.done })}
        </Button>
      </div>
      {form.preview && (
        <p className={styles.small}>
          {action("counted", { time: messages.time(form.preview.at) })}
        </p>
      )}
    </form>
  );
}

/** Lists the effects of moving a date: numbers in one column, with labels beside them. A 0 is less prominent. */
function Effects({ preview }: { preview: ActionPreview }) {
  const t = useTranslations("staff.dates");
  const words = usePreviewMessages();
  if (preview.against.length > 0) {
    return (
      <ul className={styles.against}>
        {preview.against.map((one) => (
          <li key={one.name}>{words.against(one)}</li>
        ))}
      </ul>
    );
  }
  const mails = preview.mails.reduce((all, { count }) => all + count, 0);
  return (
    <ul className={styles.effects}>
      {preview.effects.map((one) => (
        <li key={one.name} data-none={one.count === 0}>
          {words.effectWith(one, figure)}
        </li>
      ))}
      <li data-none={preview.cancelled === 0}>
        {t.rich("cancelled", { count: preview.cancelled, n: figure })}
      </li>
      {(mails > 0 || !hasEmailEffect(preview)) && (
        <li data-none={mails === 0}>{t.rich("mails", { count: mails, n: figure })}</li>
      )}
    </ul>
  );
}
