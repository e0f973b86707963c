import { useTranslations } from "next-intl";
import { messageOr } from "@/lib/i18n/message-of";

/** Returns a function that returns the label of an email template; the template's technical name if it has no label. */
export function useTemplateName() {
  const t = useTranslations("staff.act.mail");
  return (template: string) => messageOr(t, template, template);
}
