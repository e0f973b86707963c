import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { ApiError } from "@/lib/api/error";

/**
 * Reports whether an action succeeded although its request failed: the response can be lost, or "not found" can mean
 * that an earlier attempt succeeded. Refetches the application to find out.
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
