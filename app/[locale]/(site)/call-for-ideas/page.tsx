import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Faq } from "@/components/content/faq";
import { JsonLd } from "@/components/content/json-ld";
import { Faces } from "@/components/content/lists/faces";
import { PreviewBar } from "@/components/content/preview-bar";
import { ClientMessages } from "@/components/forms/client-messages";
import { LinkBand } from "@/components/site/bands/link-band";
import { CallHead } from "@/components/site/call/call-head";
import { CallSpine } from "@/components/site/call/call-spine";
import { Eligibility } from "@/components/site/call/eligibility";
import { HowToApply } from "@/components/site/call/how-to-apply";
import { LastCall } from "@/components/site/call/last-call";
import { Prizes } from "@/components/site/call/prizes";
import { Stages } from "@/components/site/call/stages";
import { Weights } from "@/components/site/call/weights";
import type { Language } from "@/contract/languages";
import { STEPS, type Step } from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { config } from "@/lib/config";
import { catalogueOf } from "@/lib/content/catalogue";
import { getCurrentEdition } from "@/lib/content/edition";
import { membersOf } from "@/lib/content/people";
import { itemPath } from "@/lib/routes/items";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { pagePicture } from "@/lib/routes/social-image";
import { callQuestions } from "@/lib/site/call-questions";
import { callWords } from "@/lib/site/dates/call-answers";
import { pageMetadata, socialImageAddress } from "@/lib/site/metadata";
import { callData } from "@/lib/site/structured-data";

/** Number of jury members that the page shows. */
const FACES = 4;

/** Slugs of the articles that help with each step of the application. */
const PREPARE: Partial<Record<Step, readonly string[]>> = {
  idea: ["parole-che-togliamo", "una-firma-e-un-quarto"],
  challenge: ["il-negozio-che-conta-i-sacchi"],
  documents: ["venti-slide", "due-minuti"],
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("call");
  const locale = await getLocale();
  const title = t("metaTitle");
  const { closesAt } = await getCurrentEdition();
  return pageMetadata({
    locale,
    path: SECTION_PATH.call,
    title,
    drawing: socialImageAddress(pagePicture(locale, SECTION_PATH.call), title, closesAt),
    description: t("metaDescription", FIGURES),
  });
}

/**
 * Returns the articles of `PREPARE` (slugs by application step) that exist in the content, each with its step.
 */
async function readingIn(locale: Language) {
  const posts = await catalogueOf("posts", locale);
  return STEPS.flatMap((step) =>
    posts
      .filter(({ slug }) => PREPARE[step]?.includes(slug))
      .map(({ slug, title, ...item }) => ({
        step,
        href: itemPath("posts", slug),
        title,
        lang: item.locale === locale ? undefined : item.locale,
      })),
  );
}

/** Renders the page of the call for ideas: eligibility, dates, prizes, selection, and frequent questions. */
export default async function CallPage() {
  const edition = await getCurrentEdition();
  const locale = await getLocale();
  const { groups } = await callQuestions(locale);
  const t = await getTranslations("call");
  const said = await callWords(edition, locale);
  const jury = await membersOf("jury", locale);
  const description = t("metaDescription", FIGURES);
  return (
    <>
      <JsonLd data={callData(locale, edition, { ...said, description })} />
      <PreviewBar />
      <ClientMessages forms={false} namespaces={["countdown"]}>
        <CallHead edition={edition} />
        <CallSpine edition={edition} without={groups.length === 0 ? ["faq"] : []}>
          <Eligibility />
          <HowToApply
            documents={{
              rules: config.policies.rules[locale],
              privacyNotice: config.policies.privacyNotice[locale],
              criteria: config.policies.criteria[locale],
            }}
            reading={await readingIn(locale)}
          />
          <Prizes places={edition.places} />
          <Stages edition={edition} />
          <Weights sheetHref={config.policies.criteria[locale]} />
          {jury.length > 0 && (
            <LinkBand
              title={t("jury.title")}
              text={t("jury.text")}
              href={SECTION_PATH.network}
              words={t("jury.link")}
            >
              <Faces people={jury.slice(0, FACES)} />
            </LinkBand>
          )}
          <Faq groups={groups} />
        </CallSpine>
        <LastCall edition={edition} />
      </ClientMessages>
    </>
  );
}
