"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import { PageLink } from "@/lib/i18n/page-link";
import { SectionField } from "../bands/section-field";
import { StillFigure } from "./error-figures";
import { ErrorScene } from "./error-scene";

/** Renders the 503 page with header and footer: an explanation, a retry button, and a link to the home page. */
export function UnavailableScene() {
  const t = useTranslations("errorPage");
  return (
    <SectionField>
      <ErrorScene
        status={503}
        title={t("unavailable")}
        subtitle={t("unavailableText")}
        figure={<StillFigure />}
      >
        <Button onClick={() => window.location.reload()}>{t("retry")}</Button>
        <GoLink component={PageLink} href="/">
          {t("cta")}
        </GoLink>
      </ErrorScene>
    </SectionField>
  );
}
