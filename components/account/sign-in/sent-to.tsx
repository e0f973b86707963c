"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Link } from "@/lib/i18n/navigation";
import { PageLink } from "@/lib/i18n/page-link";
import { withNext } from "@/lib/routes/safe-next";
import styles from "../account-form.module.css";
import { registered } from "./registered";
import { ResendForm } from "./resend-form";

/**
 * Shows the address of the confirmation mail and a link to correct the address. Uses only text typed in this tab, so it
 * does not reveal whether an account has the address.
 */
export function SentTo() {
  const t = useTranslations("registration.thanks");
  const [typed] = useState(registered);
  if (!typed) {
    const register = (words: ReactNode) => <PageLink href="/registration">{words}</PageLink>;
    return <p>{t.rich("wrongUnknown", { change: register })}</p>;
  }
  // This link navigates on the client, which keeps the tab's memory. So the registration form still has the text that
  // the user typed.
  const back = withNext("/registration", typed.going);
  return (
    <>
      <p className={styles.address}>{t.rich("sentTo", { email: () => <b>{typed.email}</b> })}</p>
      <p>{t.rich("wrong", { change: (words) => <Link href={back}>{words}</Link> })}</p>
    </>
  );
}

/** Renders the resend button after a registration. Fills in the address if this tab still has it. */
export function ResendRegistered() {
  const [typed] = useState(registered);
  return <ResendForm email={typed?.email} />;
}
