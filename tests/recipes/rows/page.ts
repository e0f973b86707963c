import { after, type Change, words } from "../scratch";

/** Recipe: adds a public page with texts from `messages/`. */
export const page: Change = {
  "contract/content/site-pages.ts": after(
    `{ path: "/cookie-policy", text: "cookie-policy", older: true },\n`,
    `  { path: "/partner" },\n`,
  ),
  "lib/routes/page-facts.ts": after(
    `"/cookie-policy": { section: "magazine" },\n`,
    `  "/partner": { section: "network", words: "partners" },\n`,
  ),
  "app/[locale]/(site)/partner/page.tsx": `import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { SectionHead } from "@/components/ui/page/section-head";
import { pageMetadata } from "@/lib/site/metadata";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("partners");
  const locale = await getLocale();
  const [title, description] = [t("metaTitle"), t("metaDescription")];
  return pageMetadata({ locale, path: "/partner", title, description });
}

export default async function PartnersPage() {
  const t = await getTranslations("partners");
  return <SectionHead section="network" title={<h1>{t("title")}</h1>} lead={<p>{t("lead")}</p>} />;
}
`,
  "messages/it.json": words({
    partners: {
      title: "Partner",
      metaTitle: "I nostri partner",
      metaDescription: "Chi lavora con il programma.",
      lead: "Falegnamerie, fondazioni e mercati rionali.",
    },
  }),
  "messages/en.json": words({
    partners: {
      title: "Partners",
      metaTitle: "Our partners",
      metaDescription: "Who works with the programme.",
      lead: "Joineries, foundations and street markets.",
    },
  }),
};
