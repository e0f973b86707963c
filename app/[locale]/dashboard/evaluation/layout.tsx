import type { ReactNode } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { SignInAgain } from "@/components/submission/sign-in-again";

/** Sets the colour theme of the evaluators' area, with accent-4 as its accent colour. */
export default function EvaluationLayout({ children }: { children: ReactNode }) {
  return (
    <div data-theme="dark" data-area="evaluation">
      <ClientMessages
        namespaces={[
          "evaluation",
          "criteria",
          "reasons",
          "feedback",
          "fields",
          "options",
          "loading",
          "session",
        ]}
      >
        <SignInAgain>{children}</SignInAgain>
      </ClientMessages>
    </div>
  );
}
