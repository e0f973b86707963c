"use client";

import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { pathFor } from "@/lib/routes/path";
import { useSignedIn } from "../frame/session-link";

/** Links signed-in users to a learning track, and other visitors to the registration page. */
export function TrackLink({ track, href }: { track: "business" | "impact"; href: string }) {
  const t = useTranslations("academyTrack");
  const locale = useLocale();
  const signedIn = useSignedIn();
  if (signedIn) {
    return (
      <GoLink href={href} rel="noreferrer">
        {t(`${track}.open`)}
      </GoLink>
    );
  }
  return (
    <GoLink href={pathFor({ locale, path: "/registration" })}>{t(`${track}.register`)}</GoLink>
  );
}
