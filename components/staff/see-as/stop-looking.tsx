import type { ReactNode } from "react";
import { Button } from "@/components/ui/actions/button";

/** Ends a look and leads back to where it began: a form, which needs no script. */
export function StopLooking({ children }: { children: ReactNode }) {
  return (
    <form method="post" action="/api/session/seeing/stop">
      <Button small type="submit">
        {children}
      </Button>
    </form>
  );
}
