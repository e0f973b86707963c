import { useTranslations } from "next-intl";
import { messageOr } from "@/lib/i18n/message-of";

/** Returns a function that returns a role's label; the role's name if it has no message. */
export function useRoleWord(): (role: string) => string {
  const t = useTranslations("staff.log.value.role");
  return (role) => messageOr(t, role, role);
}
