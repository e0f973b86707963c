import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { saveModel } from "@/tests/support/people/save-model";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { useSending } from "./use-sending";

vi.mock("@/lib/api/call", () => ({ call: vi.fn() }));

function Buttons() {
  const { done, ...sending } = useSending();
  return (
    <>
      {(["send", "withdraw", "restore", "revert"] as const).map((name) => (
        <button key={name} type="button" onClick={() => void sending[name]()}>
          {name}
        </button>
      ))}
      <output>{done}</output>
    </>
  );
}

test.each([
  ["send", "send"],
  ["withdraw", "other"],
  ["restore", "other"],
  ["revert", "other"],
])("%s continues after the sign-in if the session had ended", async (name, interrupted) => {
  const answer = saveModel().read();
  const view = { version: 1, unsaved: [], autosave: { kind: "saved" } };
  const askSignIn = vi.fn<Application["askSignIn"]>();
  const application = {
    answer,
    draft: { settle: async () => true, snapshot: () => view, subscribe: () => () => {} },
    reload: async () => answer,
    askSignIn,
  };
  vi.mocked(call)
    .mockRejectedValueOnce(new ApiError("not_authenticated", 401))
    .mockResolvedValue({ projectSentAt: "2026-08-20T12:00:00.000Z", receipt: {} } as never);
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <ApplicationContext value={application as unknown as Application}>
        <Buttons />
      </ApplicationContext>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name }));
  expect(screen.getByRole("status").textContent).toBe("");
  const [after, action] = askSignIn.mock.calls[0] ?? [];
  expect(action).toBe(interrupted);
  await act(async () => after?.());
  expect(screen.getByRole("status").textContent).toBe(name);
});
