import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type Messages = Awaited<ReturnType<typeof getMessages>>;
/** A namespace, or a part of one, such as `evaluation.deck`. */
type Namespace = {
  [N in keyof Messages]: N | `${N}.${keyof Messages[N] & string}`;
}[keyof Messages];

/** The error page can replace any layout, so all layouts send its messages. */
const ALWAYS = ["errorPage"] as const satisfies (keyof Messages)[];
/** Message namespaces that every form needs. */
const FORM_NAMESPACES = ["forms", "errors", "fieldErrors"] as const satisfies (keyof Messages)[];

/**
 * Sends message namespaces to the browser. The root layout sends almost none, because the server renders most text.
 * Wrap a layout or page in this component if its client components show messages.
 *
 * @param namespaces what the client components use, besides forms, errors, and fieldErrors
 * @param forms false for a page without a form: then only `namespaces` are sent
 */
export async function ClientMessages({
  namespaces = [],
  forms = true,
  children,
}: {
  namespaces?: Namespace[];
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
