import { useTranslations } from "next-intl";

/** What a role is called, as the log says it; one that has no word yet by its name. */
export function useRoleWord(): (role: string) => string {
  const t = useTranslations("staff.log.value.role");
  return (role) => (t.has(role as never) ? t(role as never) : role);
}
