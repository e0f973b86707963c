"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { z } from "zod";
import { useFormSubmit, useZodForm } from "@/components/forms/use-zod-form";
import { showToast } from "@/components/ui/overlays/toast";
import type { Endpoint } from "@/contract/endpoint";
import type { FieldErrors } from "@/contract/errors";
import { line, requiredLine, TEXT_MAX } from "@/contract/fields";
import type { ActionPreview } from "@/contract/staff/preview";
import { pathFor } from "@/lib/routes/path";
import { lineHref } from "../shell/screens";
import {
  type ActionEndpoint,
  type ActionInput,
  useActionMessages,
  useStaffAction,
} from "./use-staff-action";

/**
 * Manages a staff action with its confirmation fields: reason, typed number of affected items, and override of
 * blockers. The endpoint's `confirm` defines which fields are required. Works in a dialog or on a page.
 *
 * @param input the request body; null while the form is incomplete
 * @param params the endpoint's path parameters
 * @param gone the query whose data the action deletes; it is not refetched
 * @param onDone called after the action runs or is proposed
 */
export function useActionForm({
  endpoint,
  input,
  params,
  gone,
  onDone,
}: {
  endpoint: ActionEndpoint;
  input: ActionInput | null;
  params?: Record<string, string> | undefined;
  gone?: Pick<Endpoint, "name"> | undefined;
  onDone: (made: ActionPreview) => void;
}) {
  const locale = useLocale();
  const t = useTranslations("staff.act");
  const own = useActionMessages(endpoint);
  const action = useStaffAction(endpoint, input, params, gone);
  const { preview, counted, busy, failure, execute } = action;
  const { step, typedAbove, evenToNobody = false } = endpoint.confirm;
  const done = preview?.count ?? 0;
  const isTyped =
    (step === "typed" && !(evenToNobody && done === 0)) ||
    (typedAbove !== undefined && done > typedAbove);
  const against = preview?.against.length ?? 0;
  const isHindered = against > 0 && done > 0;
  const schema = useMemo(
    () => schemaOf(step !== "click", isTyped ? done : null),
    [step, isTyped, done],
  );
  const form = useZodForm(schema, {
    shouldFocusError: true,
    defaultValues: { reason: "", typed: "", anyway: false },
  });
  const override = form.watch("anyway");
  const error = counted.error as { code?: never; fields?: FieldErrors } | null;
  const stopped = whyNot();

  const submit = useFormSubmit(form, async ({ reason, typed, anyway: override }) => {
    if (stopped !== undefined || busy || !preview) return;
    const made = await execute({
      ...(reason ? { reason } : {}),
      ...(isTyped ? { typed: Number(typed) } : {}),
      ...(against > 0 && override ? { anyway: override } : {}),
    });
    if (!made) return form.resetField("typed");
    const { line } = made;
    showToast(
      <>
        {made.done ? own("done", { count: made.count }) : t("second.done")}{" "}
        {line !== null && (
          <a href={pathFor({ locale, path: lineHref(line) })}>{t("line", { line })}</a>
        )}
      </>,
    );
    onDone(made);
  });

  function whyNot(): string | undefined {
    if (input === null) return t("undecided");
    if (counted.isPending) return t("counting");
    if (!preview) return t("notCounted");
    if (preview.second?.step === "wait") return t("second.wait");
    if (done === 0 && !evenToNobody) return t("toNobody");
    if (done === 0 && against > 0) return t("impossible");
    if (isHindered && !override) {
      return t("hindered", { count: preview.against.reduce((all, one) => all + one.count, 0) });
    }
    return undefined;
  }

  return {
    ...{ form, submit, preview, counted, busy, failure, stopped, done, forget: action.forget },
    isComplete: input !== null,
    /** Empties the form, so that the same form can be used for another item. */
    reset: () => {
      action.forget();
      form.reset();
    },
    /** The label of the action's submit button. */
    verb: preview?.second
      ? t(`second.verb.${preview.second.step}`, { verb: own("verb", { count: done }) })
      : own("verb", { count: done }),
    /** Which confirmation fields of the action are shown. */
    asks: { why: step !== "click", number: isTyped, anyway: isHindered },
    /** The error of the request for the action's preview; null if the request has not failed. */
    uncounted: error && { code: error.code },
    /** The server's errors of the input fields. */
    refused: failure?.fields ?? error?.fields ?? {},
  };
}

export type ActionForm = ReturnType<typeof useActionForm>;

/**
 * Returns the schema of an action's confirmation fields: the reason and the typed number of affected items, each only
 * if required.
 */
function schemaOf(asksWhy: boolean, number: number | null) {
  const typed = line();
  return z.object({
    reason: asksWhy ? requiredLine(TEXT_MAX) : z.string(),
    typed:
      number === null
        ? typed
        : typed
            .refine((text) => text.replaceAll(/[.,\s]/g, "") === String(number), {
              error: "other_number",
            })
            .transform((text) => text.replaceAll(/[.,\s]/g, "")),
    anyway: z.boolean(),
  });
}
