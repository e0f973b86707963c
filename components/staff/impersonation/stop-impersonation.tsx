import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";

/**
 * Button that ends an impersonation and leads to the page where the impersonation began. The button submits a form, so
 * it needs no script.
 */
export function StopImpersonating({ children }: { children: ReactNode }) {
  return (
    <form method="post" action="/api/session/seeing/stop">
      <Button small type="submit">
        {children}
      </Button>
    </form>
  );
}
