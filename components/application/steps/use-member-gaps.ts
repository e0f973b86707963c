import { useTranslations } from "next-intl";
import { type MemberValues, memberProblems } from "@/lib/draft/team-member";

/**
 * Returns a function that lists a team member's problems. One sentence names the missing fields, and one sentence names
 * the invalid fields.
 */
export function useMemberGaps(): (member: MemberValues) => string[] {
  const t = useTranslations("steps");
  return (member) => {
    const problems = Object.entries(memberProblems(member));
    const sentence = (key: "missing" | "invalid", isOne: (code: string) => boolean) => {
      const names = problems
        .filter(([, code]) => isOne(code))
        .map(([name]) => t(`member.${name as keyof MemberValues}`));
      if (names.length === 0) return [];
      return [t(`team.${key}`, { count: names.length, fields: names.join(", ") })];
    };
    return [
      ...sentence("missing", (code) => code === "required"),
      ...sentence("invalid", (code) => code !== "required"),
    ];
  };
}
