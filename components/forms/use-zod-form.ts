"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type BaseSyntheticEvent, useRef } from "react";
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";

/**
 * Runs react-hook-form with a schema of the contract. Error messages are ids, which components/forms turns into text.
 * Validates on the first submit, then on every change. Moving the focus is off, because the error summary takes it.
 */
export function useZodForm<Output extends FieldValues, Input extends FieldValues>(
  schema: z.ZodType<Output, Input>,
  options: Omit<UseFormProps<Input, unknown, Output>, "resolver"> = {},
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
    ...options,
    resolver: zodResolver(schema),
  });
}

/**
 * Returns a form's submit handler, which ignores a submit while the previous one is running. A busy button alone is not
 * enough: on a slow processor, a double click submits twice before the button is drawn again.
 */
export function useFormSubmit<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
  act: (values: Output) => Promise<void>,
) {
  const isRunning = useRef(false);
  const submit = form.handleSubmit(act);
  return async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await submit(event);
    } finally {
      isRunning.current = false;
    }
  };
}
