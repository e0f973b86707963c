import type { ReactNode } from "react";
import { ClientMessages } from "@/components/forms/client-messages";
import { SignInAgain } from "@/components/submission/sign-in-again";

/** Sets the theme of the evaluators' area. Its accent colour is accent-4. */
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
