import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";

/** Ends an impersonation and redirects to the page where it started. It is a form, so it needs no script. */
export function StopImpersonating({ children }: { children: ReactNode }) {
  return (
    <form method="post" action="/api/session/seeing/stop">
      <Button small type="submit">
        {children}
      </Button>
    </form>
  );
}
