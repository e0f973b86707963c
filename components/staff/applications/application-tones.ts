import type { Tone } from "@/components/ui/figures/status";
import type { ApplicationState } from "@/contract/staff/application-states";

// Kept apart from the table of applications, so that a person's page can show an application's state without loading
// the table's code.
export const TONES: Record<ApplicationState, Tone> = {
  begun: "flight",
  complete: "here",
  sent: "done",
  changed: "flight",
  withdrawn: "off",
};
