"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type BaseSyntheticEvent, useRef } from "react";
import { type FieldValues, type UseFormProps, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";

/**
 * Connects react-hook-form to a schema of the contract. Error messages are ids; the components in components/forms turn
 * these ids into text. Validates on the first submit, then on every change. The library does not move the focus,
 * because the error summary does.
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
 * Returns a form's submit handler that ignores a submit while the previous submit is running. On a slow device, a
 * double click submits twice before the button is drawn as disabled.
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
