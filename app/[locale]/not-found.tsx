import { getTranslations } from "next-intl/server";
import { FallenFigure } from "@/components/site/error-figures";
import { ErrorScene } from "@/components/site/error-scene";
import { Footer } from "@/components/site/footer";
import { SectionField } from "@/components/site/section-field";
import { SiteHeader } from "@/components/site/site-header";
import { ButtonLink } from "@/components/ui/button-link";
import { getCurrentEdition } from "@/lib/api/edition";
import { Link } from "@/lib/i18n/navigation";

export default async function NotFound() {
  const t = await getTranslations("notFound");
  return (
    <>
      <title>{t("metaTitle")}</title>
      <SiteHeader edition={await getCurrentEdition()} />
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
