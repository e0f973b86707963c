"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import { PageLink } from "@/lib/i18n/page-link";
import { SectionField } from "../bands/section-field";
import { StillFigure } from "./error-figures";
import { ErrorScene } from "./error-scene";

/** Returns the HTTP status of an error; 500 if the error has none. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}

/**
 * Renders the page of an error: status and message, a retry button, and a link to the home page.
 *
 * @param error the thrown value; server errors have a digest instead of their message
 * @param retry re-renders the failed part
 */
export function ErrorView({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("errorPage");
  const digest = (error as { digest?: string } | null)?.digest;
  // In production, the browser gets only a digest of a server error. The server's log contains the details.
  const told = error instanceof Error && !digest ? error.message : "";
  const message = told || [t("unknown"), digest].filter(Boolean).join(" ");
  const status = statusOf(error);

  return (
    <SectionField>
      <ErrorScene
        status={status}
        title={t("title")}
        subtitle={t("subtitle")}
        detail={t("detail", { status: String(status), message })}
        figure={<StillFigure />}
      >
        <Button onClick={retry}>{t("retry")}</Button>
        <GoLink component={PageLink} href="/">
          {t("cta")}
        </GoLink>
      </ErrorScene>
    </SectionField>
  );
}
