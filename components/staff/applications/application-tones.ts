import type { Tone } from "@/components/ui/figures/status";
import type { ApplicationState } from "@/contract/staff/application-states";

// The tones are in a separate file, so that a person's page can show an application's state without loading the code of
// the table of applications.
export const TONES: Record<ApplicationState, Tone> = {
  begun: "flight",
  complete: "here",
  sent: "done",
  changed: "flight",
  withdrawn: "off",
};
