import { permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { getPathname } from "@/lib/i18n/navigation";

/** Redirects to the first page of the magazine. */
export default async function Magazine() {
  permanentRedirect(getPathname({ href: "/magazine/1", locale: await getLocale() }));
}
