"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { Endpoint } from "@/contract/endpoint";
import type { FieldErrors } from "@/contract/errors";
import type { Plan } from "@/contract/staff/preview";
import styles from "./action-dialog.module.css";
import { ActFailure, ActFields, Uncounted } from "./action-fields";
import { usePlanWords } from "./preview-messages";
import { SecondPerson } from "./two-person-approval";
import { useActForm } from "./use-action-form";
import { type ActEndpoint, type Decided, sizeOf, useActWords } from "./use-staff-action";
import { WhatHappens } from "./what-happens";

/**
 * Dialog for every staff action. Shows the input fields, the recipients, a preview from the server, and the reason
 * field. The endpoint's `confirm` defines the confirmation step. Messages: `staff.act.of.<endpoint name>`.
 *
 * @param decided the request body; null while the form is incomplete
 * @param params the endpoint's path parameters
 * @param count the number of items that the user selected, if known
 * @param decide renders the input fields with the server's field errors
 * @param toWhom the content of the "Who" section
 * @param aside replaces the second column and widens the dialog
 * @param safe the label of the cancel button
 * @param gone the query whose data the action deletes; it is not refetched
 * @param onDone called after the action runs or is proposed (see `done`); the caller closes the dialog
 */
export function ActDialog({
  endpoint,
  decided,
  params,
  count,
  decide,
  toWhom,
  aside,
  safe,
  gone,
  onDone,
  onClose,
}: {
  endpoint: ActEndpoint;
  decided: Decided | null;
  params?: Record<string, string>;
  count?: number;
  decide?: (errors: FieldErrors) => ReactNode;
  toWhom?: ReactNode;
  aside?: ReactNode;
  safe?: string;
  gone?: Pick<Endpoint, "name"> | undefined;
  onDone: (made: Plan) => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.act");
  const staff = useTranslations("staff");
  const own = useActWords(endpoint);
  const words = usePlanWords();
  const formId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const form = useActForm({ endpoint, decided, params, gone, onDone });
  const { plan, counted, busy, stopped, refused } = form;

  // Focus the first field, never the submit button. `autofocus` does not work because the fields load later.
  useEffect(
    () => fields.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(),
    [],
  );

  const grown = plan && count !== undefined && sizeOf(plan) !== count && (
    <p className={styles.grown} role="status">
      {t("grown", { before: count, now: sizeOf(plan) })}
    </p>
  );
  const what = (
    <section
      className={styles.part}
      aria-labelledby={`${formId}-what`}
      aria-busy={counted.isFetching}
    >
      <h3 className={styles.heading} id={`${formId}-what`}>
        {t("whatHappens")}
      </h3>
      {/* Several editions can exist, so name the affected one. */}
      {decided?.edition !== undefined && (
        <p>{staff("editionOf", { year: String(decided.edition) })}</p>
      )}
      {aside && grown}
      {plan && <WhatHappens plan={plan} />}
      {!plan && !counted.error && <p>{t(decided ? "counting" : "undecided")}</p>}
      <Uncounted form={form} />
    </section>
  );

  return (
    <Dialog
      open
      wide={aside ? "more" : true}
      onClose={onClose}
      title={own("title", { count: count ?? 1 })}
      actions={
        <>
          <p className={styles.counted} role="status">
            {plan && t("counted", { time: words.time(plan.at) })}
            {plan && endpoint.confirm.step === "key" && ` ${t("keyAfter")}`}
          </p>
          <Button small variant="secondary" onClick={onClose}>
            {safe ?? t("safe")}
          </Button>
          <Button
            small
            leads
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={t("busy")}
            disabledReason={stopped}
          >
            {form.verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={fields}
        className={styles.parts}
        method="post"
        noValidate
        onSubmit={form.submit}
      >
        <ActFailure form={form} />
        {plan?.second && <SecondPerson plan={plan} second={plan.second} />}
        <div className={styles.column}>
          {decide && (
            <fieldset className={styles.part}>
              <legend className={styles.heading}>{own("decide")}</legend>
              {decide(refused)}
            </fieldset>
          )}
          {aside && what}
          {Object.values(form.asks).some(Boolean) && (
            <section className={styles.part} aria-labelledby={`${formId}-why`}>
              <h3 className={styles.heading} id={`${formId}-why`}>
                {t(form.asks.why ? "why" : "confirm")}
              </h3>
              <ActFields form={form} />
            </section>
          )}
        </div>
        <div className={styles.column}>
          {aside ?? (
            <section className={styles.part} aria-labelledby={`${formId}-whom`}>
              <h3 className={styles.heading} id={`${formId}-whom`}>
                {t("toWhom")}
              </h3>
              {toWhom}
              {grown}
            </section>
          )}
          {!aside && what}
        </div>
      </form>
    </Dialog>
  );
}
