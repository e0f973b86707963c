import { useTranslations } from "next-intl";

/** What a mail is called where its own words are not at hand; one that this version does not know, by its name. */
export function useTemplateName() {
  const t = useTranslations("staff.act.mail");
  return (template: string) => (t.has(template as never) ? t(template as never) : template);
}
