"use client";

import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { pathFor } from "@/lib/routes/path";
import { useSignedIn } from "../frame/session-link";

/** Links to a track for signed-in users, and to the sign-up page for others. */
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
