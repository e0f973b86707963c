import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type Messages = Awaited<ReturnType<typeof getMessages>>;

/** The error page may replace any layout, so its messages go with every one. */
const ALWAYS = ["errorPage"] as const satisfies (keyof Messages)[];
/** Every form needs these. */
const FORM_NAMESPACES = ["forms", "errors", "fieldErrors"] as const satisfies (keyof Messages)[];

/**
 * Sends some namespaces of the catalogue to the browser. The root layout sends hardly any (text is sent as
 * HTML), so a layout or page whose client components have text wraps them in this.
 *
 * @param namespaces what its components use besides forms, errors and fieldErrors
 * @param forms false where there is no form: then only `namespaces` are sent
 */
export async function ClientMessages({
  namespaces = [],
  forms = true,
  children,
}: {
  namespaces?: (keyof Messages)[];
  forms?: boolean;
  children: ReactNode;
}) {
  const messages = await getMessages();
  const wanted = new Set<string>([...ALWAYS, ...(forms ? FORM_NAMESPACES : []), ...namespaces]);
  const sent = Object.fromEntries(Object.entries(messages).filter(([name]) => wanted.has(name)));
  return <NextIntlClientProvider messages={sent}>{children}</NextIntlClientProvider>;
}
