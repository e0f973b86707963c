"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Link } from "@/lib/i18n/navigation";
import { PageLink } from "@/lib/i18n/page-link";
import { withNext } from "@/lib/routes/safe-next";
import styles from "./account-form.module.css";
import { registered } from "./registered";
import { ResendForm } from "./resend-form";

/**
 * Which address the mail went to, with the way to correct it: what was typed in this tab and nothing else,
 * so it says nothing about whether the address is known.
 */
export function SentTo() {
  const t = useTranslations("registration.thanks");
  const [typed] = useState(registered);
  if (!typed) {
    const register = (words: ReactNode) => <PageLink href="/registration">{words}</PageLink>;
    return <p>{t.rich("wrongUnknown", { change: register })}</p>;
  }
  // Within the document that registered, whose policy this page still has: the form finds what was typed.
  const back = withNext("/registration", typed.going);
  return (
    <>
      <p className={styles.address}>{t.rich("sentTo", { email: () => <b>{typed.email}</b> })}</p>
      <p>{t.rich("wrong", { change: (words) => <Link href={back}>{words}</Link> })}</p>
    </>
  );
}

/** The resend button after a registration: to its address while the tab remembers it. */
export function ResendRegistered() {
  const [typed] = useState(registered);
  return <ResendForm email={typed?.email} />;
}
