"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { type ActivityEntry, TIMELINE_LANES } from "@/contract/staff/application";
import { resendMail } from "@/contract/staff/mails";
import { useWhen } from "../shell/use-when";
import { useActivityMessages } from "./activity-messages";
import styles from "./happened.module.css";
import { useMayAct } from "./head-actions";

// The action dialog loads when it opens, because its fields and previews are a large part of the page's code.
const ActionDialog = dynamic(
  () => import("../actions/action-dialog").then((it) => it.ActionDialog),
  { ssr: false },
);

type Mail = Extract<ActivityEntry, { kind: "mail" }>;
/**
 * States of an email without a "send again" button. `waiting`: a worker will send the email soon. `expired`: the
 * email's content is outdated.
 */
const UNSENT: readonly Mail["state"][] = ["waiting", "expired"];
/** The request body for sending an email again, which needs no input. */
const AS_IT_IS = {};

/** Number of activity rows above the "show more" button. */
const SHOWN = 20;

/**
 * Lists the activity of an application, newest first, in lanes: one lane for each kind of event. An email can be sent
 * again, unless it is waiting or outdated, or has a `resend_blocker`.
 */
export function Activity({ happened }: { happened: readonly ActivityEntry[] }) {
  const t = useTranslations("staff.application");
  const { day } = useWhen();
  const [all, setAll] = useState(false);
  const [again, setAgain] = useState<Mail | null>(null);
  const mayAct = useMayAct();
  const shown = all ? happened : happened.slice(0, SHOWN);
  const days = Map.groupBy(shown, ({ at }) => day(at));
  return (
    <section className={styles.happened} aria-labelledby="happened">
      <h2 id="happened" className={styles.title}>
        {t("happened")}
      </h2>
      <div className={styles.lanes}>
        <span aria-hidden="true" className={styles.names}>
          {TIMELINE_LANES.map((lane) => (
            <span key={lane}>{t(`lane.${lane}`)}</span>
          ))}
        </span>
        <span className={styles.count}>{t("facts", { count: happened.length })}</span>
      </div>
      {[...days].map(([name, own]) => (
        <section key={name} aria-label={name}>
          <h3 className={styles.day}>{name}</h3>
          <ol className={styles.list}>
            {own.map((one) => (
              <Row key={keyOf(one)} one={one} onAgain={mayAct ? setAgain : undefined} />
            ))}
          </ol>
        </section>
      ))}
      {again && (
        <ActionDialog
          endpoint={resendMail}
          params={{ id: again.id }}
          input={AS_IT_IS}
          count={1}
          toWhom={<p>{t("quoted", { words: again.subject })}</p>}
          onDone={() => setAgain(null)}
          onClose={() => setAgain(null)}
        />
      )}
      {happened.length === 0 && <p>{t("nothing")}</p>}
      {shown.length < happened.length && (
        <Button small variant="secondary" onClick={() => setAll(true)}>
          {t("more", { count: happened.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

function keyOf(one: ActivityEntry): string {
  if (one.kind === "mail") return one.id;
  return one.kind === "act" ? String(one.line) : `${one.type} ${one.at} ${one.facts.field ?? ""}`;
}

function Row({
  one,
  onAgain,
}: {
  one: ActivityEntry;
  onAgain: ((mail: Mail) => void) | undefined;
}) {
  const t = useTranslations("staff.application");
  const mails = useTranslations("staff.mails");
  const { time } = useWhen();
  const { title, details, tone } = useActivityMessages()(one);
  return (
    <li className={styles.row} data-lane={one.lane} data-tone={tone}>
      <span aria-hidden="true" className={styles.mark} />
      <div className={styles.words}>
        <p className={styles.what}>
          <span className={styles.lane}>{t("laneOf", { lane: t(`lane.${one.lane}`) })}</span>{" "}
          {title}
        </p>
        {details.map((detail) => (
          <p key={detail} className={styles.detail}>
            {detail}
          </p>
        ))}
        {one.kind === "mail" && !UNSENT.includes(one.state) && one.resend_blocker && (
          <p className={styles.detail}>{mails(`notAgain.${one.resend_blocker}`)}</p>
        )}
        {one.kind === "mail" && !UNSENT.includes(one.state) && !one.resend_blocker && onAgain && (
          <Button small variant="secondary" className={styles.again} onClick={() => onAgain(one)}>
            {t("mail.again")} <VisuallyHidden>{t("quoted", { words: one.subject })}</VisuallyHidden>
          </Button>
        )}
      </div>
      <span className={styles.time}>
        <VisuallyHidden>{t("at")} </VisuallyHidden>
        <time dateTime={one.at}>{time(one.at)}</time>
      </span>
    </li>
  );
}
