import { useTranslations } from "next-intl";
import { messageOr } from "@/lib/i18n/message-of";

/** Returns a function that returns the label of a role; the role's technical name if it has no label. */
export function useRoleWord(): (role: string) => string {
  const t = useTranslations("staff.log.value.role");
  return (role) => messageOr(t, role, role);
}
