import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SectionField } from "@/components/site/bands/section-field";
import { StillFigure } from "@/components/site/errors/error-figures";
import { ErrorScene } from "@/components/site/errors/error-scene";
import { StopImpersonating } from "@/components/staff/impersonation/stop-impersonation";
import { ERROR_STATUS } from "@/contract/errors";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.look");
  return { title: t("over"), robots: { index: false } };
}

/** Replaces an applicant's page after the impersonation has ended, until the staff member confirms the end. */
export default async function ImpersonationEndedPage() {
  const t = await getTranslations("staff.look");
  return (
    <SectionField>
      <ErrorScene
        status={ERROR_STATUS.seeing_over}
        title={t("over")}
        subtitle={t("overText")}
        figure={<StillFigure />}
      >
        <StopImpersonating>{t("back")}</StopImpersonating>
      </ErrorScene>
    </SectionField>
  );
}
