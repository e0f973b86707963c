"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Link } from "@/lib/i18n/navigation";
import { useApplication } from "../application-context";
import { useFieldMessages } from "../field-messages";
import { addressOfField } from "../gaps";
import styles from "./review.module.css";
import type { SendFailure } from "./use-sending";

/** Shows why sending or withdrawing the application failed. The application's content is unchanged. */
export function SendFailed({ failure: { act, error } }: { failure: SendFailure }) {
  const t = useTranslations("project.failed");
  const box = useRef<HTMLDivElement>(null);
  // The Send button is in a sticky bar, but the error can be outside the view, so scroll to the error. In newer
  // browsers, `scrollIntoView` returns a promise. `void` keeps React from treating the promise as the effect's cleanup.
  useEffect(() => {
    void box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box}>
      <FormAlert heading={t(act)} code={error.code}>
        {error.code === "person_in_two_projects" && (
          <TakenPhones paths={Object.keys(error.fields)} />
        )}
      </FormAlert>
    </div>
  );
}

/** Lists the phone numbers that are also in another application, with a link to each field and a contact address. */
function TakenPhones({ paths }: { paths: string[] }) {
  const t = useTranslations("project.takenPhones");
  const words = useFieldMessages();
  const { answer, contactMail } = useApplication();
  const { team, referente_nome_e_cognome, referente_telefono } = answer.project;

  const people = paths.map((path) => {
    const member = team[Number(path.split(".")[1])];
    return member && path.startsWith("team.")
      ? { path, field: "team" as const, name: member.name, phone: member.phone }
      : {
          path,
          field: "referente_telefono" as const,
          name: referente_nome_e_cognome,
          phone: referente_telefono,
        };
  });

  return (
    <>
      <ul className={styles.ways}>
        {people.map(({ path, field, name, phone }) => (
          <li key={path}>
            <Link href={addressOfField(field)} prefetch={false}>
              {t(field, { name: name || words.name(field), phone })}
            </Link>
          </li>
        ))}
      </ul>
      <p>{t.rich("write", { mail: () => <a href={`mailto:${contactMail}`}>{contactMail}</a> })}</p>
    </>
  );
}
