import { useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { PageLink } from "@/lib/i18n/page-link";
import { SectionField } from "../bands/section-field";
import { StillFigure } from "./error-figures";
import { ErrorScene } from "./error-scene";

/**
 * Renders the page for a request that fails before a page runs, for example in the middleware. The page has header and
 * footer, and shows the HTTP status, a message, and a link to the home page.
 */
export function FaultScene({ status, message }: { status: number; message: string }) {
  const t = useTranslations("errorPage");
  return (
    <SectionField>
      <ErrorScene
        status={status}
        title={t("title")}
        subtitle={t("subtitle")}
        detail={t("detail", { status: String(status), message: message || t("unknown") })}
        figure={<StillFigure />}
      >
        <GoLink component={PageLink} href="/" prefetch={false}>
          {t("cta")}
        </GoLink>
      </ErrorScene>
    </SectionField>
  );
}
