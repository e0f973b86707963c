import type { Tone } from "@/components/ui/figures/status";
import type { ApplicationState } from "@/contract/staff/application-states";

// In a separate file, because a person's page shows states without the columns and their messages.
export const TONES: Record<ApplicationState, Tone> = {
  begun: "flight",
  complete: "here",
  sent: "done",
  changed: "flight",
  withdrawn: "off",
};
