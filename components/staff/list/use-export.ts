"use client";

import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/overlays/toast";
import type { ApplicationColumn } from "@/contract/staff/applications";
import type { ExportList } from "@/contract/staff/exports";
import { errorOf } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import { useReauthentication } from "@/lib/api/reauthenticated";

/** Table to export: its endpoint with the filter, and the selected rows if they do not fit in a URL. */
export type ExportSource = {
  list: ExportList;
  edition?: string | number | undefined;
  /** The round of the table; undefined for the usual one. */
  round?: number | undefined;
  href: string;
  body?: object;
  /** Columns that the list of applications shows. The other lists always show the same ones. */
  shown?: readonly ApplicationColumn[];
};

/** Matches the file name of a download. */
const NAME = /filename="([^"]+)"/;

/**
 * Returns a function that saves a table. It re-authenticates with a passkey if required, and saves the file only when it
 * is complete. An incomplete download shows an error. Returns whether the file was saved.
 */
export function useSaveTable(): (href: string, body?: object) => Promise<boolean> {
  const t = useTranslations("staff.list");
  const proved = useReauthentication();

  async function save(href: string, body?: object) {
    const response = await proved(async () => {
      const address = new URL(href, window.location.href);
      const answer = await fetch(new Request(address, body && posting(body)));
      if (!answer.ok) throw await errorOf(answer);
      return answer;
    }, t("exportPurpose"));
    const file = URL.createObjectURL(await response.blob());
    const name = NAME.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "export.csv";
    const link = Object.assign(document.createElement("a"), { href: file, download: name });
    link.click();
    // By then the browser has saved the file.
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  }

  return (href, body) =>
    save(href, body).then(
      () => true,
      (error) => {
        const isKeyless =
          error instanceof ApiError && ["key_required", "proof_required"].includes(error.code);
        showToast(t(isKeyless ? "exportKeyless" : "exportStopped"));
        return false;
      },
    );
}

const posting = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
