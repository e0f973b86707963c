"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import type { Application } from "@/contract/staff/application";
import { dated } from "@/lib/i18n/is-elided";
import { ApplicationAction } from "../applications/application-actions";
import { useColleagues, useOwnerName } from "../owners/owners";
import { useWhen } from "../shell/use-when";
import { TagChips } from "../tags/tag-chip";
import { useMayAct } from "./head-actions";
import styles from "./one-application.module.css";

/** Shows the staff member in charge and the tags of an application, with the actions that change both. */
export function InCharge({ application }: { application: Application }) {
  const t = useTranslations("staff.owner");
  const tagged = useTranslations("staff.tags");
  const { day } = useWhen();
  const ownerName = useOwnerName();
  const may = useMayAct() && application.current;
  const own = useColleagues()?.find((one) => one.own);
  const [open, setOpen] = useState<"tag" | "assign" | null>(null);
  const { owner, tags } = application;
  const since = owner && day(owner.since);
  const close = () => setOpen(null);
  return (
    <section className={styles.part} aria-labelledby="in-charge">
      <h2 id="in-charge">{t("title")}</h2>
      {owner && since ? (
        <p>
          <strong>{ownerName(owner)}</strong>{" "}
          <span className={styles.quiet}>
            {owner.by && owner.by !== owner.name
              ? t("sinceBy", { ...dated("day", since), by: owner.by })
              : t("since", dated("day", since))}
          </span>
        </p>
      ) : (
        <p className={styles.quiet}>{t("nobody")}</p>
      )}
      {tags.length > 0 ? (
        <TagChips tags={tags} label={tagged("title")} />
      ) : (
        <p className={styles.quiet}>{tagged("none")}</p>
      )}
      {may && (
        <div className={styles.acts}>
          <Button small variant="secondary" onClick={() => setOpen("assign")}>
            {t(owner ? "change" : own ? "take" : "assign")}
          </Button>
          <Button small variant="secondary" onClick={() => setOpen("tag")}>
            {tagged("edit")}
          </Button>
        </div>
      )}
      {open && (
        <ApplicationAction
          action={open}
          chosen={{ ids: [application.id] }}
          count={1}
          seen={new Map([[application.id, application]])}
          closesAt={application.closes_at}
          initialOwner={owner ? "" : "me"}
          onDone={close}
          onClose={close}
        />
      )}
    </section>
  );
}
