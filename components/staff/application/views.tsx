"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { TabLink, TabRow } from "@/components/ui/page/tab-row";
import type { Application } from "@/contract/staff/application";
import { Link } from "@/lib/i18n/navigation";
import { Activity } from "./happened";
import styles from "./one-application.module.css";
import { useViewHref, VIEWS } from "./view-address";

// The sent version loads on demand, because deck, video, and downloads are a large part of the page's code.
const SentVersion = dynamic(() => import("./sent-version").then((it) => it.SentVersion), {
  ssr: false,
});

/** Renders the two views of an application as tabs: what the applicant sent, and the activity. */
export function Views({ application, programme }: { application: Application; programme: string }) {
  const t = useTranslations("staff.application");
  const hrefOf = useViewHref();
  const asked = useSearchParams().get("view");
  const { readable, happened } = application;
  const view = VIEWS.find((one) => one === asked) ?? (readable === "yes" ? "sent" : "happened");
  return (
    <div className={styles.view}>
      <TabRow label={t("view.label")}>
        {VIEWS.map((one) => (
          <TabLink key={one} component={Link} href={hrefOf(one)} current={one === view}>
            {t(`view.${one}`)}
          </TabLink>
        ))}
      </TabRow>
      {view === "happened" && <Activity happened={happened} />}
      {view === "sent" &&
        (readable === "yes" ? (
          <SentVersion application={application} programme={programme} />
        ) : (
          <EmptyState title={t(`closed.${readable}.title`)} text={t(`closed.${readable}.text`)} />
        ))}
    </div>
  );
}
