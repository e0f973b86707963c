import { useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { neighboursQuery } from "@/lib/api/evaluation-query";
import { QueryProvider } from "./query-provider";

const assign = vi.fn();
vi.stubGlobal("location", { pathname: "/en/dashboard/evaluation/1", search: "?page=2", assign });
beforeEach(() => assign.mockClear());

const signedOut = async () => {
  throw new ApiError("not_authenticated", 401);
};

function Reader({ query }: { query: object }) {
  const { isError } = useQuery({ queryKey: ["read"], ...query, queryFn: signedOut });
  return isError && <p>failed</p>;
}

async function read(query: object) {
  const { unmount } = render(
    <QueryProvider>
      <Reader query={query} />
    </QueryProvider>,
  );
  await screen.findByText("failed");
  unmount();
}

test("an expired session redirects to sign-in, and back afterwards", async () => {
  await read({});
  expect(assign.mock.calls).toEqual([
    ["/en/login?next=%2Fen%2Fdashboard%2Fevaluation%2F1%3Fpage%3D2"],
  ]);
});

test("an expired session does not redirect for a query beside visible content, where the user may be typing", async () => {
  await read({ initialData: "shown", staleTime: 0 });
  await read(neighboursQuery("en", "1", {}));
  expect(assign).not.toHaveBeenCalled();
});
