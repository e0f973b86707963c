"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/actions/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import type { Endpoint } from "@/contract/endpoint";
import type { FieldErrors } from "@/contract/errors";
import type { Plan } from "@/contract/staff/plan";
import styles from "./act-dialog.module.css";
import { ActFailure, ActFields, Uncounted } from "./act-fields";
import { usePlanWords } from "./plan-words";
import { SecondPerson } from "./second-person";
import { type ActEndpoint, type Decided, sizeOf, useActWords } from "./use-act";
import { useActForm } from "./use-act-form";
import { WhatHappens } from "./what-happens";

/**
 * The one dialog of every act of the staff: what you decide, to whom, what happens (as the function that will do it
 * counts it), why. It asks what the endpoint's `confirm` says; its words are `staff.act.of`, by the endpoint's name.
 *
 * @param decided what the act is asked for with; null until it is whole
 * @param params of the endpoint's path
 * @param count to how many it was asked for, where that is known before
 * @param decide the fields of the decision, given what the server finds wrong with them
 * @param toWhom whom it is about
 * @param aside what fills the second column instead, of a wider dialog
 * @param safe the word for leaving everything as it is
 * @param gone what there is nothing to read of any more, once it is made
 * @param onDone once it is made, or proposed where two people decide (`done` tells); the caller closes
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

  // On the first field, never on the act. The browser would do so by itself, were it not for what is loaded later.
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
      {/* Several editions may be there: which one it is about is part of what happens. */}
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
