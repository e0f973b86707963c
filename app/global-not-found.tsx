import "./globals.css";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FallenFigure } from "@/components/site/errors/error-figures";
import { ErrorScene } from "@/components/site/errors/error-scene";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { DEFAULT_LANGUAGE, NAMED_LANGUAGES } from "@/contract/languages";
import { pathFor } from "@/lib/routes/path";
import { fontVariables } from "./fonts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: DEFAULT_LANGUAGE, namespace: "notFound" });
  return { title: t("metaTitle") };
}

/** Renders the 404 page for URLs without a locale, such as a missing file. The page shows all languages. */
export default async function GlobalNotFound() {
  const t = await getTranslations({ locale: DEFAULT_LANGUAGE, namespace: "notFound" });
  const others = await Promise.all(
    NAMED_LANGUAGES.map(async (locale) => ({
      locale,
      home: pathFor({ locale, path: "/" }),
      t: await getTranslations({ locale, namespace: "notFound" }),
    })),
  );
  return (
    <html lang={DEFAULT_LANGUAGE} className={fontVariables}>
      <body>
        <main data-flood data-section="network">
          <ErrorScene
            status={404}
            title={t("title")}
            subtitle={t("subtitle")}
            figure={<FallenFigure />}
          >
            <ButtonLink href={pathFor({ locale: DEFAULT_LANGUAGE, path: "/" })}>
              {t("cta")}
            </ButtonLink>
            {others.map(({ locale, home, t }) => (
              <p key={locale} lang={locale}>
                {t("title")}
                {": "}
                <a href={home}>{t("cta")}</a>
              </p>
            ))}
          </ErrorScene>
        </main>
      </body>
    </html>
  );
}
