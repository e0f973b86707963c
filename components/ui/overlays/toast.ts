import { toast } from "sonner";

/** A brief success message; it disappears after 6 s. */
export function showToast(message: string): void {
  toast.success(message);
}

/** An error message; it stays until closed. `reason` goes below it. */
export function showErrorToast(message: string, reason?: string): void {
  toast.error(message, {
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    ...(reason ? { description: reason } : {}),
  });
}
