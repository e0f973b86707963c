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

test("who has signed out meanwhile is led to the login, and back", async () => {
  await read({});
  expect(assign.mock.calls).toEqual([
    ["/en/login?next=%2Fen%2Fdashboard%2Fevaluation%2F1%3Fpage%3D2"],
  ]);
});

test("not for something read beside what is on the screen, where somebody may be writing", async () => {
  await read({ initialData: "shown", staleTime: 0 });
  await read(neighboursQuery("en", "1", {}));
  expect(assign).not.toHaveBeenCalled();
});
