import { after, type Change, words } from "../scratch";

/** Yesterday's date, because new items come first in the feed. */
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Returns the text of a content file as an editor writes it. */
export function text(title: string, body: string): string {
  return `---\ntitle: "${title}"\nexcerpt: "Una voce."\ndate: "${YESTERDAY}"\nstatus: "publish"\n---\n\n${body}\n`;
}

/** Recipe: adds a content type whose items appear on an existing page. */
export const placedType: Change = {
  "contract/content/content-types.ts": after(
    `people: { anchor: "/network" },\n`,
    `  prizes: { anchor: "/network", feed: true },\n`,
  ),
  "content/it/prizes/mestolo.md": text("Mestolo d’oro", "Un premio alle mense."),
  "messages/it.json": words({ "search.kind.prizes": "Premio" }),
  "messages/en.json": words({ "search.kind.prizes": "Prize" }),
};

/** Recipe: adds a content type with a list page and a page for each item. */
export const pagedType: Change = {
  "contract/content/content-types.ts": after(
    `  courses: { root: "/corso", covers: true },\n`,
    `  terms: { root: "/glossario", article: true, feed: true },\n`,
  ),
  "contract/content/site-pages.ts": after(`{ path: "/search" },\n`, `  { path: "/glossario" },\n`),
  "lib/routes/page-facts.ts": after(
    `"/search": { section: "magazine", personal: true },\n`,
    `  "/glossario": { section: "academy", shows: ["terms"], words: "terms" },\n`,
  ),
  "app/[locale]/(site)/glossario/page.tsx": `import { getLocale, getTranslations } from "next-intl/server";
import { catalogueOf } from "@/lib/content/catalogue";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";

export const revalidate = 300;

export default async function TermsPage() {
  const t = await getTranslations("terms");
  const items = await catalogueOf("terms", await getLocale());
  return (
    <>
      <h1>{t("title")}</h1>
      {items.map(({ slug, title }) => (
        <PageLink key={slug} href={itemPath("terms", slug)}>
          {title}
        </PageLink>
      ))}
    </>
  );
}
`,
  "app/[locale]/(site)/glossario/[slug]/page.tsx": `import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { itemOf, slugParams } from "@/lib/content/catalogue";
import { itemMetadata } from "@/lib/site/item-metadata";

type Props = { params: Promise<{ slug: string }> };

export const revalidate = 300;

export function generateStaticParams({ params }: { params: { locale: string } }) {
  return slugParams("terms", params);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return itemMetadata("terms", (await params).slug, await getLocale());
}

export default async function Term({ params }: Props) {
  const item = await itemOf("terms", (await params).slug, await getLocale());
  if (!item) notFound();
  return <h1>{item.title}</h1>;
}
`,
  "content/it/terms/prototipo.md": text(
    "Prototipo",
    "Una prova che si può rompere, come uno zufolo.",
  ),
  "content/en/terms/prototipo.md": text("Prototype", "Something to break, like a penny whistle."),
  "messages/it.json": words({ "search.kind.terms": "Voce", terms: { title: "Glossario" } }),
  "messages/en.json": words({ "search.kind.terms": "Term", terms: { title: "Glossary" } }),
};
