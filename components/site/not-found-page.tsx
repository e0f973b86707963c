import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import type { EditionDates } from "@/lib/countdown";
import { Link } from "@/lib/i18n/navigation";
import { FallenFigure } from "./error-figures";
import { ErrorScene } from "./error-scene";
import { Footer } from "./footer";
import { SectionField } from "./section-field";
import { SiteHeader } from "./site-header";

/** The whole 404 page: title, subtitle, the way home, in the hue of the section asked for. */
export function NotFoundPage({ edition }: { edition: EditionDates }) {
  const t = useTranslations("notFound");
  return (
    <>
      <title>{t("metaTitle")}</title>
      <SiteHeader edition={edition} />
      <main id="main" tabIndex={-1}>
        <SectionField>
          <ErrorScene
            status={404}
            title={t("title")}
            subtitle={t("subtitle")}
            figure={<FallenFigure />}
          >
            <ButtonLink component={Link} href="/">
              {t("cta")}
            </ButtonLink>
          </ErrorScene>
        </SectionField>
      </main>
      <Footer />
    </>
  );
}
