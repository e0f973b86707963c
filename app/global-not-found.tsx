import "./globals.css";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FallenFigure } from "@/components/site/error-figures";
import { ErrorScene } from "@/components/site/error-scene";
import { ButtonLink } from "@/components/ui/button-link";
import { routing } from "@/lib/i18n/routing";
import { fontVariables } from "./fonts";

const HOME = { it: "/", en: "/en" } as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations({ locale: routing.defaultLocale, namespace: "notFound" });
  return { title: t("metaTitle") };
}

/** Addresses outside of every language, such as a missing file: the same page, said in both. */
export default async function GlobalNotFound() {
  const it = await getTranslations({ locale: "it", namespace: "notFound" });
  const en = await getTranslations({ locale: "en", namespace: "notFound" });
  return (
    <html lang={routing.defaultLocale} className={fontVariables}>
      <body>
        <main data-flood data-section="network">
          <ErrorScene
            status={404}
            title={it("title")}
            subtitle={it("subtitle")}
            figure={<FallenFigure />}
          >
            <ButtonLink href={HOME.it}>{it("cta")}</ButtonLink>
            <p lang="en">
              {en("title")}
              {": "}
              <a href={HOME.en}>{en("cta")}</a>
            </p>
          </ErrorScene>
        </main>
      </body>
    </html>
  );
}
