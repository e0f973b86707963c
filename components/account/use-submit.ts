"use client";

import { useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { setFieldErrors } from "@/components/forms/form-errors";
import { useFormSubmit } from "@/components/forms/use-zod-form";
import { dropToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/api/error";

/** The form field at which to show an error code, for error codes that come without `data.fields`. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  weak_password: "password",
  captcha_failed: "captcha",
};

/**
 * Submits a form. Typed text stays, and field errors appear at their fields. Any other error is in `failure` until the
 * next attempt.
 *
 * @param act runs the action; throws an ApiError when it is rejected
 * @param afterRefusal resets inputs that are valid for only one attempt, such as a captcha answer
 */
export function useSubmit<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  act: (values: Output) => Promise<void>,
  afterRefusal?: () => void,
) {
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [done, setDone] = useState(false);

  const onSubmit = useFormSubmit(form, async (values) => {
    setFailure(null);
    try {
      await act(values);
      setDone(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = FIELD_OF_CODE[error.code];
      setFieldErrors(form, field ? { [field]: error.code } : error.fields);
      setFailure(error);
      dropToast();
      afterRefusal?.();
    }
  });
  // The form stays busy after success if the action navigates, because the next page needs time to load.
  return { onSubmit, failure, done, busy: form.formState.isSubmitting };
}
