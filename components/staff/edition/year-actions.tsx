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
import { ActDialog } from "../actions/action-dialog";
import actStyles from "../actions/action-dialog.module.css";
import type { ActEndpoint, Decided } from "../actions/use-staff-action";
import styles from "./edition.module.css";

const ACTS = {
  close: closeEdition,
  open: openEdition,
  after: setAfterSending,
  clone: cloneEdition,
  remove: removeEdition,
} as const satisfies Record<string, ActEndpoint>;
type YearAct = keyof typeof ACTS;

const HERE = "/dashboard/regia/edizione";
const YEAR = /^2\d{3}$/;
const DAY = /^2\d{3}-\d{2}-\d{2}$/;

/** Renders the other actions on an edition: close now, reopen, prepare the next edition, lock, delete. */
export function YearActs({
  edition,
  hindrance,
}: {
  edition: StaffEdition;
  hindrance: string | undefined;
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
        {offered.map((act) => (
          <Offered key={act} labelledBy={`act-${act}`}>
            <h2 id={`act-${act}`} className={styles.subheading}>
              {t(`acts.${act}.title`, values)}
            </h2>
            <p className={styles.quiet}>
              {t(`acts.${act}.text`, { ...values, count: applications.to_send })}
            </p>
            <div>
              <Button
                small
                variant="secondary"
                disabledReason={hindrance}
                onClick={() => setOpen(act)}
              >
                {t(`acts.${act}.open`, values)}
              </Button>
            </div>
          </Offered>
        ))}
      </div>
      {open && <YearDialog act={open} edition={edition} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Wraps an action that can disappear after it runs, while its button has the focus. The focus then moves on. */
function Offered({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const place = useFocusHeir<HTMLElement>();
  return (
    <section ref={place} className={styles.act} aria-labelledby={labelledBy}>
      {children}
    </section>
  );
}

/** Shows that no edition exists yet, with an action to open the first one. The product cannot serve pages without it. */
export function FirstEdition({ hindrance }: { hindrance: string | undefined }) {
  const t = useTranslations("staff.dates");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <EmptyState level={1} title={t("none")} text={t("noneText")}>
      <Button disabledReason={hindrance} onClick={() => setIsOpen(true)}>
        {t("openFirst")}
      </Button>
      {isOpen && <YearDialog act="open" edition={null} onClose={() => setIsOpen(false)} />}
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
  act,
  edition,
  onClose,
}: {
  act: YearAct;
  edition: StaffEdition | null;
  onClose: () => void;
}) {
  const t = useTranslations("staff.dates");
  const staff = useTranslations("staff");
  const router = useRouter();
  const [given, setGiven] = useState({
    ...{ from: "", until: "" },
    year: edition && act === "clone" ? String(nextYear(edition)) : "",
  });
  const year = edition ? String(edition.year) : given.year;
  const fields = (names: readonly (keyof typeof given)[]) => (errors: FieldErrors) => (
    <div className={actStyles.moment}>
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
    { decided: Decided | null; decide?: (errors: FieldErrors) => ReactNode }
  > = {
    close: { decided: {} },
    remove: { decided: {} },
    after: {
      decided: {
        rule: edition?.after_sending === "locked" ? "editable_until_deadline" : "locked",
      },
    },
    clone: { decided: isYear ? { to: Number(given.year) } : null, decide: fields(["year"]) },
    open: {
      decided: isDays ? { from: given.from, until: given.until } : null,
      decide: fields(edition ? ["from", "until"] : ["year", "from", "until"]),
    },
  };
  function leave() {
    onClose();
    if (act === "remove") router.push(HERE);
    if (act === "clone") router.push(`${HERE}?edition=${given.year}`);
    // Refresh the row above, which lists the editions.
    router.refresh();
  }
  return (
    <ActDialog
      endpoint={ACTS[act]}
      params={{ year }}
      {...decisions[act]}
      toWhom={<p>{YEAR.test(year) ? staff("editionOf", { year }) : t("noYear")}</p>}
      onDone={leave}
      onClose={onClose}
    />
  );
}
