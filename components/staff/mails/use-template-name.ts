import { useTranslations } from "next-intl";
import { messageOr } from "@/lib/i18n/message-of";

/** Returns a function that returns an email template's label; the template's name if it has no message. */
export function useTemplateName() {
  const t = useTranslations("staff.act.mail");
  return (template: string) => messageOr(t, template, template);
}
