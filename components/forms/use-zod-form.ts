"use client";

import { zodResolver } from "@hookform/resolvers/zod";
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
