import { useLocale } from "next-intl";
import { ClientMessages } from "@/components/forms/client-messages";
import type { EditionDates } from "@/lib/browser/countdown";
import { config } from "@/lib/config";
import { useEditionMessages } from "../../use-edition-messages";
import { Header } from "./header";

/** Renders the header of the public pages with its configuration values and messages. */
export function SiteHeader({
  edition,
  alwaysSolid = false,
}: {
  edition: EditionDates;
  alwaysSolid?: boolean;
}) {
  const locale = useLocale();
  return (
    <ClientMessages forms={false} namespaces={["header"]}>
      <Header
        alwaysSolid={alwaysSolid}
        name={config.programmeName}
        group={config.group.name}
        mail={config.contactMail}
        policyHref={config.policies.privacyNotice[locale]}
        edition={edition}
        dates={useEditionMessages(edition)}
      />
    </ClientMessages>
  );
}
