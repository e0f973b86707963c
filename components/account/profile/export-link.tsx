"use client";

import { useLocale, useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { exportMe } from "@/contract/users/own-account";
import type { User } from "@/contract/users/user-schemas";
import { send } from "@/lib/api/call";
import { errorOf, hrefOf } from "@/lib/api/client";
import { useReauthentication } from "@/lib/api/reauthenticated";
import { useAsyncAction } from "../use-async-action";
import styles from "./profile.module.css";
import { StepUpRefusal } from "./step-up-refusal";

/**
 * Renders a link that downloads all personal data of the account. The server generates the file during the download.
 */
export function ExportLink({ user }: { user: User }) {
  const t = useTranslations("profile.export");
  const locale = useLocale();
  const proved = useReauthentication();
  const purpose = useTranslations("profile.proof.for");
  const { act, busy, failure } = useAsyncAction();

  async function ask(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    const { href } = event.currentTarget;
    if (busy) return;
    const isAllowed = await act(() =>
      proved(async () => {
        const answer = await send(new Request(href));
        if (!answer.ok) throw await errorOf(answer);
        // This request only checks that the user can download the data. The browser then downloads the file itself and
        // shows the progress.
        await answer.body?.cancel();
      }, purpose("export")),
    );
    if (isAllowed) Object.assign(document.createElement("a"), { href, download: "" }).click();
  }

  return (
    <div className={styles.stack}>
      <p>{t("lead")}</p>
      <StepUpRefusal user={user} heading={t("failed")} failure={failure} />
      <div>
        <ButtonLink
          plain
          variant="secondary"
          href={hrefOf(exportMe, { locale })}
          onClick={(event: MouseEvent<HTMLAnchorElement>) => void ask(event)}
          download
        >
          {t("download")}
        </ButtonLink>
      </div>
    </div>
  );
}
