import type { ReactNode } from "react";
import { toast } from "sonner";

let success: string | number | undefined;

/** A brief success message; it disappears after 6 s, or as soon as something else fails. */
export function showToast(message: ReactNode): void {
  success = toast.success(message);
}

/** Takes the last success message away: what was said then no longer holds. */
export function dropToast(): void {
  if (success !== undefined) toast.dismiss(success);
}

/** An error message; it stays until closed. `reason` goes below it. */
export function showErrorToast(message: string, reason?: string): void {
  dropToast();
  toast.error(message, {
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    ...(reason ? { description: reason } : {}),
  });
}
