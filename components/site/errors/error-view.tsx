"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/actions/button";
import { GoLink } from "@/components/ui/actions/go-link";
import { PageLink } from "@/lib/i18n/page-link";
import { SectionField } from "../bands/section-field";
import { StillFigure } from "./error-figures";
import { ErrorScene } from "./error-scene";

/** The status an error carries, 500 unless it says otherwise. */
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}

/**
 * The page of an error: status and message, try again, the way home.
 *
 * @param error what was thrown; server errors come with a digest instead of their message
 * @param retry re-renders the failed part
 */
export function ErrorView({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("errorPage");
  const digest = (error as { digest?: string } | null)?.digest;
  // In production a server error carries only its digest: the logs have the rest.
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
