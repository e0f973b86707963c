import { useTranslations } from "next-intl";
import { messageOr } from "@/lib/i18n/message-of";

/**
 * Returns a function that returns the label of a role. If the role has no label, the function returns the role's
 * technical name.
 */
export function useRoleWord(): (role: string) => string {
  const t = useTranslations("staff.log.value.role");
  return (role) => messageOr(t, role, role);
}
