"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { z } from "zod";
import { Checkbox } from "@/components/forms/fields/checkbox";
import { TextArea } from "@/components/forms/fields/text-area";
import { TextField } from "@/components/forms/fields/text-field";
import { FormAlert } from "@/components/forms/form-alert";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/actions/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import type { FieldErrors } from "@/contract/errors";
import { requiredLine, TEXT_MAX } from "@/contract/fields";
import type { Plan } from "@/contract/staff/plan";
import styles from "./act-dialog.module.css";
import { usePlanWords } from "./plan-words";
import { type ActEndpoint, type Decided, sizeOf, useAct } from "./use-act";
import { WhatChanged, WhatHappens } from "./what-happens";

/**
 * The one dialog of every act of the staff: what you decide, to whom, what happens (as the function that will do it
 * counts it), why. It asks what the endpoint's `confirm` says; its words are `staff.act.of`, by the endpoint's name.
 *
 * @param decided what the act is asked for with; null until it is whole
 * @param params of the endpoint's path
 * @param count to how many it was asked for
 * @param decide the fields of the decision, given what the server finds wrong with them
 * @param toWhom whom it is about
 * @param onDone once it is made; the caller closes
 */
export function ActDialog({
  endpoint,
  decided,
  params,
  count,
  decide,
  toWhom,
  onDone,
  onClose,
}: {
  endpoint: ActEndpoint;
  decided: Decided | null;
  params?: Record<string, string>;
  count: number;
  decide?: (errors: FieldErrors) => ReactNode;
  toWhom: ReactNode;
  onDone: (made: Plan) => void;
  onClose: () => void;
}) {
  const t = useTranslations("staff.act");
  const own = useTranslations(`staff.act.of.${endpoint.name}`);
  const words = usePlanWords();
  const formId = useId();
  const fields = useRef<HTMLFormElement>(null);
  const { plan, counted, busy, failure, make } = useAct(endpoint, decided, params);
  const { step, typedAbove } = endpoint.confirm;
  const done = plan?.count ?? 0;
  const isTyped = step === "typed" || (typedAbove !== undefined && done > typedAbove);
  const isHindered = plan !== undefined && plan.against.length > 0 && done > 0;
  const schema = useMemo(
    () => schemaOf(step !== "click", isTyped ? done : null),
    [step, isTyped, done],
  );
  const form = useZodForm(schema, {
    shouldFocusError: true,
    defaultValues: { reason: "", typed: "", anyway: false },
  });
  const { errors } = form.formState;
  const anyway = form.watch("anyway");
  const failed =
    counted.error instanceof Error ? (counted.error as { code?: never }).code : undefined;
  const refused =
    failure?.fields ?? (counted.error as { fields?: FieldErrors } | null)?.fields ?? {};

  // On the first field, never on the act. The browser would do so by itself, were it not for what is loaded later.
  useEffect(
    () => fields.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(),
    [],
  );

  const submit = form.handleSubmit(async ({ reason, typed, anyway }) => {
    if (stopped !== undefined || busy || !plan) return;
    const made = await make({
      ...(reason ? { reason } : {}),
      ...(isTyped ? { typed: Number(typed) } : {}),
      ...(plan.against.length > 0 && anyway ? { anyway } : {}),
    });
    if (!made) return form.resetField("typed");
    const line = made.line === null ? "" : ` ${t("line", { line: made.line })}`;
    showToast(own("done", { count: made.count }) + line);
    onDone(made);
  });
  const stopped = whyNot();

  function whyNot(): string | undefined {
    if (decided === null) return t("undecided");
    if (counted.isPending) return t("counting");
    if (!plan) return t("notCounted");
    if (done === 0) return t("toNobody");
    if (isHindered && !anyway) return t("hindered");
    return undefined;
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={own("title", { count })}
      actions={
        <>
          <p className={styles.counted} role="status">
            {plan && t("counted", { time: words.time(plan.at) })}
          </p>
          <Button small variant="secondary" onClick={onClose}>
            {t("safe")}
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
            {own("verb", { count: done })}
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
        onSubmit={submit}
      >
        {failure?.before && plan ? (
          <WhatChanged before={failure.before} now={plan} />
        ) : (
          failure && <FormAlert heading={t("nothingHappened")} code={failure.code} />
        )}
        <div className={styles.column}>
          {decide && (
            <fieldset className={styles.part}>
              <legend className={styles.heading}>{own("decide")}</legend>
              {decide(refused)}
            </fieldset>
          )}
          <section className={styles.part} aria-labelledby={`${formId}-why`}>
            <h3 className={styles.heading} id={`${formId}-why`}>
              {t("why")}
            </h3>
            {step !== "click" && (
              <TextArea
                label={t("reason")}
                rows={3}
                limit={TEXT_MAX}
                note={t("reasonHelp")}
                {...form.register("reason")}
                error={errors.reason?.message ?? refused.reason}
              />
            )}
            {isTyped && (
              <TextField
                label={t("typed", { count: done })}
                inputMode="numeric"
                autoComplete="off"
                {...form.register("typed")}
                error={errors.typed?.message ?? refused.typed}
              />
            )}
            {isHindered && (
              <Checkbox
                label={t("anyway", { count: sizeOf(plan) - done })}
                {...form.register("anyway")}
              />
            )}
          </section>
        </div>
        <div className={styles.column}>
          <section className={styles.part} aria-labelledby={`${formId}-whom`}>
            <h3 className={styles.heading} id={`${formId}-whom`}>
              {t("toWhom")}
            </h3>
            {toWhom}
            {plan && sizeOf(plan) !== count && (
              <p className={styles.grown} role="status">
                {t("grown", { before: count, now: sizeOf(plan) })}
              </p>
            )}
          </section>
          <section
            className={styles.part}
            aria-labelledby={`${formId}-what`}
            aria-busy={counted.isFetching}
          >
            <h3 className={styles.heading} id={`${formId}-what`}>
              {t("whatHappens")}
            </h3>
            {plan && <WhatHappens plan={plan} />}
            {!plan && !counted.error && <p>{t(decided ? "counting" : "undecided")}</p>}
            {counted.error && (
              <FormAlert heading={t("notCounted")} code={failed}>
                <Button small variant="secondary" onClick={() => void counted.refetch()}>
                  {t("countAgain")}
                </Button>
              </FormAlert>
            )}
          </section>
        </div>
      </form>
    </Dialog>
  );
}

/** Why, where it is asked for; and the number typed back, where that is. */
function schemaOf(asksWhy: boolean, number: number | null) {
  const typed = z.string().trim();
  return z.object({
    reason: asksWhy ? requiredLine(TEXT_MAX) : z.string(),
    typed:
      number === null
        ? typed
        : typed
            .min(1, { error: "required" })
            .refine((text) => text.replaceAll(/[.,\s]/g, "") === String(number), {
              error: "invalid_choice",
            })
            .transform((text) => text.replaceAll(/[.,\s]/g, "")),
    anyway: z.boolean(),
  });
}
