import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { ApiError } from "@/lib/api/error";

/**
 * Whether something was done although its call failed: the answer can be lost after the fact, and
 * "not found" may mean that an earlier try did it. Only refetching the application tells.
 */
export async function happened(
  error: unknown,
  reload: () => Promise<ProjectAnswer>,
  isDone: (answer: ProjectAnswer) => boolean,
): Promise<boolean> {
  const isUnsure =
    error instanceof ApiError &&
    (["network", "bad_answer", "not_found"].includes(error.code) || error.status >= 500);
  if (!isUnsure) return false;
  const answer = await reload().catch(() => null);
  return answer !== null && isDone(answer);
}
