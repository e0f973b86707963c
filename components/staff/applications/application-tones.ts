import type { Tone } from "@/components/ui/figures/status";
import type { ApplicationState } from "@/contract/staff/application-states";

// In a separate file, because a person's page shows the states without loading the table's columns and messages.
export const TONES: Record<ApplicationState, Tone> = {
  begun: "flight",
  complete: "here",
  sent: "done",
  changed: "flight",
  withdrawn: "off",
};
