import { useTranslations } from "next-intl";

/** Returns a function that returns a role's label; the role's name if it has no message. */
export function useRoleWord(): (role: string) => string {
  const t = useTranslations("staff.log.value.role");
  return (role) => (t.has(role as never) ? t(role as never) : role);
}
