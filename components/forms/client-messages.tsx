import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type Messages = Awaited<ReturnType<typeof getMessages>>;
/** A namespace of messages, or a part of a namespace, such as `evaluation.deck`. */
type Namespace = {
  [N in keyof Messages]: N | `${N}.${keyof Messages[N] & string}`;
}[keyof Messages];

/** The error page can replace any page, so every layout sends the error page's messages. */
const ALWAYS = ["errorPage"] as const satisfies (keyof Messages)[];
/** Message namespaces that every form needs. */
const FORM_NAMESPACES = ["forms", "errors", "fieldErrors"] as const satisfies (keyof Messages)[];

/**
 * Sends translated messages to the browser. The root layout sends almost none, because the server renders most text.
 * Wrap a layout or page in this component if its client components show messages.
 *
 * @param namespaces the message namespaces that the client components use, besides forms, errors, and fieldErrors
 * @param forms false for a page without a form; the browser then receives only `namespaces`
 */
export async function ClientMessages({
  namespaces = [],
  forms = true,
  children,
}: {
  namespaces?: readonly Namespace[];
  forms?: boolean;
  children: ReactNode;
}) {
  const messages = await getMessages();
  const wanted = new Set<string>([...ALWAYS, ...(forms ? FORM_NAMESPACES : []), ...namespaces]);
  const sent = Object.fromEntries(
    Object.entries(messages).flatMap(([name, words]) => {
      if (wanted.has(name)) return [[name, words]];
      const parts = Object.entries(words).filter(([part]) => wanted.has(`${name}.${part}`));
      return parts.length > 0 ? [[name, Object.fromEntries(parts)]] : [];
    }),
  );
  return <NextIntlClientProvider messages={sent}>{children}</NextIntlClientProvider>;
}
