import type { ReactNode } from "react";
import { EvaluationSession } from "@/components/evaluation/evaluation-session";
import { ClientMessages } from "@/components/forms/client-messages";

/** Sets the theme of the evaluators' area. Its accent colour is accent-4. */
export default function EvaluationLayout({ children }: { children: ReactNode }) {
  return (
    <div data-theme="dark" data-area="evaluation">
      <ClientMessages
        namespaces={["evaluation", "criteria", "fields", "options", "loading", "session"]}
      >
        <EvaluationSession>{children}</EvaluationSession>
      </ClientMessages>
    </div>
  );
}
