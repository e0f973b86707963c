import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { User } from "@/contract/users/user-schemas";
import { ApiError } from "@/lib/api/error";
import { meQuery } from "@/lib/api/query";
import { renderWithWords } from "@/tests/support/render";
import { SignInAgain } from "../sign-in-again";
import { DownloadRow } from "./download-row";

const [TITLE, BUTTON] = ["Tabella", "Scarica"];
const saved = vi.fn();

beforeEach(() => {
  saved.mockClear();
  // Stubs for browser functions that jsdom lacks: object URLs, downloads, and modal dialogs.
  URL.createObjectURL = () => "blob:here";
  HTMLAnchorElement.prototype.click = function click() {
    saved(this.download);
  };
});

afterEach(() => Reflect.deleteProperty(URL, "createObjectURL"));

function renderRow(ask: (signal: AbortSignal) => Promise<Response>, large = false) {
  const client = new QueryClient();
  const user = { id: "u", email: "anna@example.org", has_password: true } as User;
  client.setQueryData(meQuery("it").queryKey, user);
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  renderWithWords(
    <QueryClientProvider client={client}>
      <SignInAgain>
        <DownloadRow
          title={TITLE}
          text=""
          button={BUTTON}
          name="2026.csv"
          large={large}
          ask={ask}
        />
      </SignInAgain>
    </QueryClientProvider>,
  );
}

function answerOf(chunks: string[], end: "whole" | "broken"): Response {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      if (end === "whole") controller.close();
      else setTimeout(() => controller.error(new TypeError("broken off")), 20);
    },
  });
  const headers = { "Content-Disposition": 'attachment; filename="slancio-2026.csv"' };
  return new Response(stream, { headers });
}

const start = () => userEvent.click(screen.getByRole("button", { name: "Scarica: Tabella" }));

test("a complete response is saved under the server's name, and its size is shown", async () => {
  renderRow(async () => answerOf(["a".repeat(1500), "b".repeat(500)], "whole"));
  await start();
  expect(await screen.findByText("Fatto, 2 kB")).toBeDefined();
  expect(saved).toHaveBeenCalledExactlyOnceWith("slancio-2026.csv");
});

test("a response that breaks off is never saved as a complete file", async () => {
  renderRow(async () => answerOf(["half"], "broken"));
  await start();
  expect(await screen.findByText("Lo scaricamento non è riuscito. Riprova.")).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
});

test("an error response shows a sentence and saves no file", async () => {
  renderRow(async () => {
    throw new ApiError("unavailable", 503);
  });
  await start();
  expect(await screen.findByText(/il servizio non risponde/)).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
});

test("a long download can be cancelled and leaves no file", async () => {
  renderRow(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    true,
  );
  await start();
  await userEvent.click(await screen.findByRole("button", { name: "Annulla" }));
  expect(screen.queryByText("Lo scaricamento non è riuscito. Riprova.")).toBeNull();
  expect(screen.getByRole("button", { name: "Scarica: Tabella" })).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
});

test("an ended session opens the sign-in dialog during a download", async () => {
  renderRow(async () => {
    throw new ApiError("not_authenticated", 401);
  });
  await start();
  expect(await screen.findByRole("dialog", { name: "La sessione è scaduta" })).toBeDefined();
});
