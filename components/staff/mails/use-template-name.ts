import { useTranslations } from "next-intl";

/** Returns a function that returns an email template's label; the template's name if it has no message. */
export function useTemplateName() {
  const t = useTranslations("staff.act.mail");
  return (template: string) => (t.has(template as never) ? t(template as never) : template);
}
