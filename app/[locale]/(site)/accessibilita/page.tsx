import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { PreviewBar } from "@/components/content/preview-bar";
import { PolicyPage } from "@/components/content/reading/policy-page";
import { CallBand } from "@/components/site/call/call-band";
import { listIn } from "@/contract/languages";
import { config } from "@/lib/config";
import { itemOf } from "@/lib/content/catalogue";
import { messageOf } from "@/lib/i18n/message-of";
import { pageMetadata } from "@/lib/site/metadata";
import tested from "@/lib/site/tested.json";

const SLUG = "accessibility";

export async function generateMetadata(): Promise<Metadata> {
  const locale = await getLocale();
  const item = await itemOf("pages", SLUG, locale);
  if (!item) return {};
  const { title, excerpt } = item;
  return pageMetadata({ locale, path: "/accessibilita", title, description: excerpt });
}

/** Renders the accessibility statement: the conformance, the test results, and the contact for problems. */
export default async function AccessibilityPage() {
  const locale = await getLocale();
  const item = await itemOf("pages", SLUG, locale);
  if (!item) notFound();
  const t = await getTranslations("policy");
  const { states, on, ...figures } = tested;
  const said = {
    ...figures,
    states: listIn(
      locale,
      states.map((state) => messageOf(t, `state.${state}`)),
      "conjunction",
    ),
  };
  // The accessibility statement shows one date: the later of the last accessibility test and the last edit of its text.
  const modifiedAt = on > item.modifiedAt ? on : item.modifiedAt;
  return (
    <>
      <PreviewBar />
      <PolicyPage
        item={{ ...item, modifiedAt }}
        action={
          <>
            <p>{t("tested", said)}</p>
            <p>
              {t.rich("reportProblem", {
                mail: () => <a href={`mailto:${config.contactMail}`}>{config.contactMail}</a>,
              })}
            </p>
            {config.accessibilityDeclaration && (
              <p>
                <a href={config.accessibilityDeclaration}>{t("declaration")}</a>
              </p>
            )}
          </>
        }
      />
      <CallBand page="list" />
    </>
  );
}
