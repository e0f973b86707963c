"use client";

import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/overlays/toast";
import type { ApplicationColumn } from "@/contract/staff/applications";
import type { ExportList } from "@/contract/staff/exports";
import { errorOf } from "@/lib/api/client";
import { ApiError } from "@/lib/api/error";
import { useReauthentication } from "@/lib/api/reauthenticated";

/**
 * The table to export: the endpoint's URL with the filter. If the selected rows do not fit in a URL, `body` contains
 * them.
 */
export type ExportSource = {
  list: ExportList;
  edition?: string | number | undefined;
  /** Number of the round whose data the table contains; undefined for the current round. */
  round?: number | undefined;
  href: string;
  body?: object;
  /** The columns that the list of applications shows. Other lists always show the same columns. */
  shown?: readonly ApplicationColumn[];
  /** Groups of columns that the export omits, such as the staff tables for sponsors. */
  without?: readonly string[];
};

/** Matches the file name in a download's Content-Disposition header. */
const NAME = /filename="([^"]+)"/;

/**
 * Returns a function that saves a table as a file. The function asks for a passkey if required, and shows an error
 * instead of saving an incomplete download. Returns whether the file was saved.
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
    // Release the file's memory only after a minute, because the browser must first read the file to save it.
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
