import { toast } from "sonner";

/** Says briefly that something went well; gone after 6 s. */
export function showToast(message: string): void {
  toast.success(message);
}

/** Says that something went wrong; stays until closed. `reason` stands under it. */
export function showErrorToast(message: string, reason?: string): void {
  toast.error(message, {
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    ...(reason ? { description: reason } : {}),
  });
}
