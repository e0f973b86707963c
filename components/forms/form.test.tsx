import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { emailSchema, lines, requiredLine } from "@/contract/fields";
import { renderWithWords, withWords } from "@/tests/support/render";
import { ErrorSummary } from "./error-summary";
import { PasswordField } from "./fields/password-field";
import { RadioGroup } from "./fields/radio-group";
import { TextArea } from "./fields/text-area";
import { TextField } from "./fields/text-field";
import { describeFields, setFieldErrors } from "./form-errors";
import { useFormSubmit, useZodForm } from "./use-zod-form";

const schema = z.object({
  nome: requiredLine(),
  email: emailSchema,
  idea: lines(30),
  femminile: z.enum(["yes", "no"], "required"),
});
const FIELDS = {
  nome: { label: "Nome" },
  email: { label: "E-mail" },
  idea: { label: "Idea", limit: 30 },
  femminile: { label: "Guida femminile" },
};

function Example() {
  const form = useZodForm(schema, { defaultValues: { nome: "", email: "", idea: "" } });
  const { items, field } = describeFields(form, FIELDS);
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(() => setFieldErrors(form, { email: "invalid_email" }))}
    >
      <ErrorSummary heading="Controlla" items={items} attempt={form.formState.submitCount} />
      <TextField {...field("nome")} />
      <TextField {...field("email")} />
      <TextArea optional {...field("idea")} limit={FIELDS.idea.limit} />
      <RadioGroup
        options={[
          { value: "yes", label: "Sì" },
          { value: "no", label: "No" },
        ]}
        {...field("femminile")}
      />
      <button type="submit">Invia</button>
    </form>
  );
}

function Sending({ send }: { send: () => Promise<void> }) {
  const form = useZodForm(z.object({ nome: requiredLine() }), { defaultValues: { nome: "Balia" } });
  const { field } = describeFields(form, { nome: FIELDS.nome });
  return (
    <form onSubmit={useFormSubmit(form, send)}>
      <TextField {...field("nome")} />
    </form>
  );
}

test("two submits before the first one ends send the form once, and a later submit sends it again", async () => {
  let finish = () => {};
  const send = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  renderWithWords(<Sending send={send} />);
  const form = screen.getByLabelText<HTMLInputElement>("Nome").form as HTMLFormElement;
  // Both clicks happen in one event, so that no render between them can disable the button.
  act(() => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await waitFor(() => expect(send).toHaveBeenCalled());
  act(() => form.requestSubmit());
  await act(async () => {});
  expect(send).toHaveBeenCalledTimes(1);
  await act(async () => finish());
  act(() => form.requestSubmit());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});

test("the counter counts a text as the server stores it", async () => {
  renderWithWords(<Example />);
  // The typed text contains a PowerPoint line break, a separate accent, a zero-width space, and trailing spaces.
  await userEvent.type(screen.getByLabelText("Idea"), "a\u000be\u0300\u200b   ");
  screen.getByText("3 / 30");
});

test("a rejected submit focuses the error summary, whose links lead to the fields in order", async () => {
  renderWithWords(<Example />);
  await userEvent.type(screen.getByLabelText("E-mail"), "giulia@");
  await userEvent.click(screen.getByRole("button", { name: "Invia" }));

  const summary = await screen.findByRole("region", { name: "Controlla" });
  expect(document.activeElement).toBe(summary);
  const items = within(summary).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "Nome: Campo obbligatorio",
    "E-mail: Inserisci un'email valida",
    "Guida femminile: Campo obbligatorio",
  ]);

  await userEvent.click(within(summary).getByRole("link", { name: "Guida femminile" }));
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Sì" }));
});

test("an error belongs to its control and disappears when corrected", async () => {
  renderWithWords(<Example />);
  await userEvent.click(screen.getByRole("button", { name: "Invia" }));
  const nome = screen.getByLabelText("Nome");
  expect(await screen.findByRole("region")).toBeDefined();
  expect(nome.getAttribute("aria-invalid")).toBe("true");
  expect(
    document.getElementById(nome.getAttribute("aria-describedby") ?? "")?.textContent,
  ).toContain("Campo obbligatorio");
  await userEvent.type(nome, "Filò");
  expect(nome.getAttribute("aria-invalid")).toBeNull();
});

test("field codes from the server appear at their fields, in the page's language", async () => {
  renderWithWords(<Example />, "en");
  await userEvent.type(screen.getByLabelText("Nome"), "Filò");
  await userEvent.type(screen.getByLabelText("E-mail"), "giulia@posta.example");
  await userEvent.click(screen.getByRole("radio", { name: "No" }));
  await userEvent.click(screen.getByRole("button", { name: "Invia" }));
  expect(await screen.findAllByText(/Enter a valid email/)).toHaveLength(2);
});

test("the counter counts user-perceived characters", async () => {
  renderWithWords(<Example />);
  await userEvent.type(screen.getByLabelText(/^Idea/), "Filò 🚀");
  expect(screen.getByText("6 / 30")).toBeDefined();
});

test("a password is hidden, can be pasted and toggled, and is known to password managers", async () => {
  const label = "Password";
  renderWithWords(<PasswordField label={label} name="password" autoComplete="new-password" />);
  const field = screen.getByLabelText(label);
  expect([field.getAttribute("type"), field.getAttribute("autocomplete")]).toEqual([
    "password",
    "new-password",
  ]);
  await userEvent.click(field);
  await userEvent.paste("incollata-per-intero");
  expect((field as HTMLInputElement).value).toBe("incollata-per-intero");
  await userEvent.click(screen.getByRole("button", { name: "Mostra la password" }));
  expect(field.getAttribute("type")).toBe("text");
  await userEvent.click(screen.getByRole("button", { name: "Nascondi la password" }));
  expect(field.getAttribute("type")).toBe("password");
});

test("the server's HTML counts the text that a field already contains", () => {
  const field = (
    <TextArea name="idea" label={FIELDS.idea.label} limit={3000} value="Filò" onChange={() => {}} />
  );
  expect(renderToString(withWords(field))).toContain("4 / 3.000");
});

test("a text over its limit is counted immediately, and announced after a pause", async () => {
  renderWithWords(<TextArea name="idea" label={FIELDS.idea.label} limit={30} />);
  await userEvent.type(screen.getByLabelText("Idea"), "x".repeat(33));
  expect(screen.getByText("33 / 30: 3 di troppo").closest("[data-over]")).not.toBeNull();
  expect(
    await screen.findByText("Hai superato il limite di 3 caratteri.", {}, { timeout: 3000 }),
  ).toBeDefined();
  expect(screen.queryByText(/Hai raggiunto il limite/)).toBeNull();
});
