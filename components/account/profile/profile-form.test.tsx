import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { toast } from "sonner";
import { expect, test, vi } from "vitest";
import type { User } from "@/contract/users/user-schemas";
import { ApiError } from "@/lib/api/error";
import { renderWithWords } from "@/tests/support/render";
import { ProfileForm } from "./profile-form";

const call = vi.hoisted(() => vi.fn());
vi.mock("@/lib/api/call", () => ({ call }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => "/dashboard/edit-profile",
  useRouter: () => ({ push: () => {}, refresh: () => {} }),
}));

const user = {
  email: "ada@example.org",
  first_name: "Ada",
  last_name: "Riva",
  newsletter: false,
  interest: "both",
} as User;

test("the success message disappears when the next save fails", async () => {
  const shown = vi.spyOn(toast, "success").mockReturnValue("of the first save");
  const dismissed = vi.spyOn(toast, "dismiss");
  renderWithWords(
    <QueryClientProvider client={new QueryClient()}>
      <ProfileForm user={user} />
    </QueryClientProvider>,
  );
  const save = screen.getByText("Salva");
  call.mockResolvedValueOnce(user);
  fireEvent.click(save);
  await vi.waitFor(() =>
    expect(shown).toHaveBeenCalledExactlyOnceWith("Profilo salvato con successo!"),
  );
  expect(dismissed).not.toHaveBeenCalled();
  call.mockRejectedValueOnce(new ApiError("unavailable", 503));
  fireEvent.click(save);
  expect(await screen.findByText("Errore durante il salvataggio. Riprovare.")).toBeDefined();
  expect(dismissed).toHaveBeenCalledExactlyOnceWith("of the first save");
});
