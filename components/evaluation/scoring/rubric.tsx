"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ANCHORS, CRITERIA } from "@/contract/evaluation/weights";
import styles from "./rubric.module.css";

/** Opens the rubric: the meaning of each criterion and of its scores, with the text of the public page. */
export function Rubric() {
  const t = useTranslations("evaluation.criteria");
  const criteria = useTranslations("criteria");
  const format = useFormatter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={textButton.button} onClick={() => setOpen(true)}>
        {t("button")}
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("title")}
        actions={
          <Button small variant="inverse" onClick={() => setOpen(false)}>
            {t("close")}
          </Button>
        }
      >
        {CRITERIA.map(({ id, weight }) => (
          <section key={id}>
            <h3 className={styles.name}>
              {criteria(`${id}.name`)} {t("weight", { weight })}
            </h3>
            <p>{criteria(`${id}.says`)}</p>
            <dl className={styles.scale}>
              {ANCHORS.map((anchor) => (
                <div key={anchor.id}>
                  <dt>{format.number(anchor.score)}</dt>
                  <dd>{criteria(`${id}.${anchor.id}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Dialog>
    </>
  );
}
