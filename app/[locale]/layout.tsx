import { LANGUAGES } from "@/contract/languages";
import "../globals.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { locale as rootLocale } from "next/root-params";
import { hasLocale } from "next-intl";
import { getLocale } from "next-intl/server";
import { type ReactNode, Suspense } from "react";
import { Consent } from "@/components/consent/consent";
import { ClientMessages } from "@/components/forms/client-messages";
import { SkipLink } from "@/components/site/frame/skip-link";
import { PreviewMark } from "@/components/site/preview-mark";
import { RouteBar } from "@/components/site/route-bar";
import { FIRST_FRAME } from "@/lib/browser/first-frame";
import { config } from "@/lib/config";
import { pathFor } from "@/lib/routes/path";
import { TITLE_TEMPLATE } from "@/lib/site/page-title";
import { fontVariables } from "../fonts";

export const metadata: Metadata = {
  metadataBase: new URL(config.siteUrl),
  ...(config.isPreview && { robots: { index: false, follow: false } }),
  title: { default: config.programmeName, template: TITLE_TEMPLATE },
  icons: {
    icon: [{ url: "/mark.svg", type: "image/svg+xml" }],
    apple: "/icons/apple-touch-icon.png",
  },
};

export function generateStaticParams() {
  return LANGUAGES.map((locale) => ({ locale }));
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  if (!hasLocale(LANGUAGES, await rootLocale())) notFound();
  const locale = await getLocale();
  return (
    // globals.css makes scrolling to anchors smooth. With `data-scroll-behavior`, Next.js turns smooth scrolling off
    // during page navigation.
    <html lang={locale} className={fontVariables} data-scroll-behavior="smooth">
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script dangerouslySetInnerHTML={{ __html: FIRST_FRAME }} />
        {config.isPreview && <PreviewMark />}
        <SkipLink />
        {/* The consent banner comes before the page in the document, so keyboard users reach the banner first. */}
        <ClientMessages forms={false} namespaces={["consent"]}>
          <Consent cookiePolicy={pathFor({ locale, path: "/cookie-policy" })} />
        </ClientMessages>
        <ClientMessages forms={false}>{children}</ClientMessages>
        {/*
         * RouteBar, which ends the loading bar, comes after the page. Its layout effect must run after Next.js has set
         * the page's scroll position.
         */}
        <Suspense>
          <RouteBar figuresShare={config.pageFiguresShare} />
        </Suspense>
      </body>
    </html>
  );
}
