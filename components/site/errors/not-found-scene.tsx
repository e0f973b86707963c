import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { GoLink } from "@/components/ui/buttons/go-link";
import { PageLink } from "@/lib/i18n/page-link";
import { SEARCH_PATH } from "@/lib/routes/pages";
import { SectionField } from "../bands/section-field";
import { ErrorScene } from "./error-scene";
import { LaterFallenFigure } from "./later-fallen-figure";

/**
 * Renders the 404 page with header and footer, in the site section's colour: title, subtitle, and a link to the home
 * page.
 */
export function NotFoundScene() {
  const t = useTranslations("notFound");
  return (
    <SectionField>
      <ErrorScene
        status={404}
        title={t("title")}
        subtitle={t("subtitle")}
        figure={<LaterFallenFigure />}
      >
        <ButtonLink component={PageLink} href="/">
          {t("cta")}
        </ButtonLink>
        <GoLink component={PageLink} href={SEARCH_PATH} prefetch={false}>
          {t("search")}
        </GoLink>
      </ErrorScene>
    </SectionField>
  );
}
