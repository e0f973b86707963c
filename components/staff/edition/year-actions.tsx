"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { TextField } from "@/components/forms/fields/text-field";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFocusHeir } from "@/components/ui/overlays/focus";
import type { FieldErrors } from "@/contract/errors";
import {
  cloneEdition,
  closeEdition,
  openEdition,
  removeEdition,
  type StaffEdition,
  setAfterSending,
} from "@/contract/staff/editions";
import { useRouter } from "@/lib/i18n/navigation";
import { ActionDialog } from "../actions/action-dialog";
import actionStyles from "../actions/action-dialog.module.css";
import type { ActionEndpoint, ActionInput } from "../actions/use-staff-action";
import styles from "./edition.module.css";

const ACTS = {
  close: closeEdition,
  open: openEdition,
  after: setAfterSending,
  clone: cloneEdition,
  remove: removeEdition,
} as const satisfies Record<string, ActionEndpoint>;
type YearAct = keyof typeof ACTS;

const HERE = "/dashboard/regia/edizione";
const YEAR = /^2\d{3}$/;
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

/**
 * Renders further staff actions on an edition: close the call now, reopen it, prepare the next edition, lock or delete
 * the edition.
 */
export function YearActions({
  edition,
  disabledReason,
}: {
  edition: StaffEdition;
  disabledReason: string | undefined;
}) {
  const t = useTranslations("staff.dates");
  const [open, setOpen] = useState<YearAct | null>(null);
  const { state, removable, applications, after_sending: rule } = edition;
  const offered: YearAct[] = [
    ...(state === "open" ? (["close"] as const) : []),
    "clone",
    "open",
    "after",
    ...(removable ? (["remove"] as const) : []),
  ];
  const values = { year: String(edition.year), next: String(nextYear(edition)), rule };
  return (
    <>
      <div className={styles.acts}>
        {offered.map((action) => (
          <Offered key={action} labelledBy={`act-${action}`}>
            <h2 id={`act-${action}`} className={styles.subheading}>
              {t(`acts.${action}.title`, values)}
            </h2>
            <p className={styles.quiet}>
              {t(`acts.${action}.text`, { ...values, count: applications.to_send })}
            </p>
            <div>
              <Button
                small
                variant="secondary"
                disabledReason={disabledReason}
                onClick={() => setOpen(action)}
              >
                {t(`acts.${action}.open`, values)}
              </Button>
            </div>
          </Offered>
        ))}
      </div>
      {open && <YearDialog action={open} edition={edition} onClose={() => setOpen(null)} />}
    </>
  );
}

/**
 * Wraps an action that can disappear after it runs, while its button has the focus. The focus then moves to another
 * element.
 */
function Offered({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const place = useFocusHeir<HTMLElement>();
  return (
    <section ref={place} className={styles.act} aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}

/**
 * Shows that no edition exists yet, with an action to open the first one. Without an edition, the site cannot serve its
 * pages.
 */
export function FirstEdition({ disabledReason }: { disabledReason: string | undefined }) {
  const t = useTranslations("staff.dates");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <EmptyState level={1} title={t("none")} text={t("noneText")}>
      <Button disabledReason={disabledReason} onClick={() => setIsOpen(true)}>
        {t("openFirst")}
      </Button>
      {isOpen && <YearDialog action="open" edition={null} onClose={() => setIsOpen(false)} />}
    </EmptyState>
  );
}

/** Returns the first year after this edition that has no edition. */
function nextYear({ year, others }: StaffEdition): number {
  const taken = others.map((other) => other.year);
  let next = year + 1;
  while (taken.includes(next)) next += 1;
  return next;
}

function YearDialog({
  action,
  edition,
  onClose,
}: {
  action: YearAct;
  edition: StaffEdition | null;
  onClose: () => void;
}) {
  const t = useTranslations("staff.dates");
  const staff = useTranslations("staff");
  const router = useRouter();
  const [given, setGiven] = useState({
    ...{ from: "", until: "" },
    year: edition && action === "clone" ? String(nextYear(edition)) : "",
  });
  const year = edition ? String(edition.year) : given.year;
  const fields = (names: readonly (keyof typeof given)[]) => (errors: FieldErrors) => (
    <div className={actionStyles.moment}>
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          type={name === "year" ? "text" : "date"}
          inputMode={name === "year" ? "numeric" : undefined}
          label={t(`field.${name}`)}
          value={given[name]}
          error={errors[name] ?? (name === "year" ? errors.to : undefined)}
          onChange={({ target }) => setGiven({ ...given, [name]: target.value })}
        />
      ))}
    </div>
  );
  const isYear = YEAR.test(given.year);
  const isDays = DAY.test(given.from) && DAY.test(given.until) && YEAR.test(year);
  const decisions: Record<
    YearAct,
    { input: ActionInput | null; decide?: (errors: FieldErrors) => ReactNode }
  > = {
    close: { input: {} },
    remove: { input: {} },
    after: {
      input: {
        rule: edition?.after_sending === "locked" ? "editable_until_deadline" : "locked",
      },
    },
    clone: { input: isYear ? { to: Number(given.year) } : null, decide: fields(["year"]) },
    open: {
      input: isDays ? { from: given.from, until: given.until } : null,
      decide: fields(edition ? ["from", "until"] : ["year", "from", "until"]),
    },
  };
  function leave() {
    onClose();
    if (action === "remove") router.push(HERE);
    if (action === "clone") router.push(`${HERE}?edition=${given.year}`);
    // Refresh the page's list of editions, which is rendered on the server.
    router.refresh();
  }
  return (
    <ActionDialog
      endpoint={ACTS[action]}
      params={{ year }}
      {...decisions[action]}
      toWhom={<p>{YEAR.test(year) ? staff("editionOf", { year }) : t("noYear")}</p>}
      onDone={leave}
      onClose={onClose}
    />
  );
}
