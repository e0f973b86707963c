import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { projectQuery } from "@/lib/api/query";
import { answerOf } from "@/tests/support/people/answer";
import { useReload } from "./use-reload";

const ANSWER = answerOf({ projectVersion: 1 });

afterEach(() => vi.unstubAllGlobals());

test("two uploads that finish together both read an application with both files", async () => {
  const reads: (() => void)[] = [];
  vi.stubGlobal("fetch", async () => {
    await new Promise<void>((resolve) => reads.push(resolve));
    return Response.json({ ...ANSWER, projectVersion: 2 });
  });
  const queries = new QueryClient();
  queries.setQueryData(projectQuery("it").queryKey, ANSWER);
  const { result } = renderHook(() => useReload("it"), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  });
  const first = result.current();
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  const second = result.current();
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  for (const answer of reads) answer();
  const answers = await Promise.all([first, second]);
  expect(answers.map(({ projectVersion }) => projectVersion)).toEqual([2, 2]);
});
