"use client";

import dynamic from "next/dynamic";
import { type Ref, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { ExportSource } from "./use-export";

// The dialog loads only when it opens, because the list of columns is needed only in the dialog.
const ExportDialog = dynamic(() => import("./export-dialog").then((it) => it.ExportDialog), {
  ssr: false,
});

export function ExportButton({
  label,
  ref,
  ...source
}: ExportSource & {
  /** Label of the export button, and title of its dialog. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small {...(ref && { ref })} variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <ExportDialog title={label} {...source} onClose={() => setOpen(false)} />}
    </>
  );
}
