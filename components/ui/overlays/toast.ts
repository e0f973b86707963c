import type { ReactNode } from "react";
import { toast } from "sonner";

let success: string | number | undefined;

/** Shows a success toast, which disappears after 6 seconds or when an error toast appears. */
export function showToast(message: ReactNode): void {
  success = toast.success(message);
}

/** Removes the last success toast, because its message is no longer true. */
export function dropToast(): void {
  if (success !== undefined) toast.dismiss(success);
}

/**
 * Shows an error toast, which stays until the user closes it or `dropErrorToast` removes it by its `id`. `reason` is
 * below the message.
 */
export function showErrorToast(message: string, reason?: string, id?: string): void {
  dropToast();
  toast.error(message, {
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    ...(id ? { id } : {}),
    ...(reason ? { description: reason } : {}),
  });
}

/** Removes the error toast with an id, because its error is resolved. Has no effect if no such toast is shown. */
export function dropErrorToast(id: string): void {
  toast.dismiss(id);
}
