import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Captions } from "@/contract/project/captions";
import { expectAccessible } from "@/tests/support/axe";
import { renderWithWords, withWords } from "@/tests/support/render";
import { Transcript } from "./transcript";

const captions: Captions = {
  language: "en",
  cues: [
    { start: 0, end: 2, text: "Hello" },
    { start: 2, end: 4, text: "We are Filò" },
    { start: 62.9, end: 64, text: "<b>Thanks</b>" },
  ],
};
const lines = () => screen.getAllByRole("button").map((line) => line.textContent);

test("the transcript names its language, marks the current line and shows markup as text", async () => {
  const { container, rerender } = renderWithWords(
    <Transcript captions={captions} current={-1} onSeek={() => {}} />,
  );
  screen.getByRole("region", { name: "Trascrizione (inglese)" });
  expect(lines()).toEqual(["0:00Hello", "0:02We are Filò", "1:02<b>Thanks</b>"]);
  expect(screen.getByText("Hello").lang).toBe("en");
  expect(container.querySelector("[aria-current]")).toBeNull();
  rerender(withWords(<Transcript captions={captions} current={1} onSeek={() => {}} />));
  expect(container.querySelector("[aria-current]")?.textContent).toContain("Filò");
  await expectAccessible(container);
});

test("a search without accents or case finds lines, and an empty result says so", async () => {
  const user = userEvent.setup();
  renderWithWords(<Transcript captions={captions} current={0} onSeek={() => {}} />);
  await user.type(screen.getByLabelText("Cerca nel testo"), "FILO");
  expect(lines()).toEqual(["0:02We are Filò"]);
  expect(screen.getByRole("status").textContent).toBe("Una riga.");
  expect(screen.getByText("Filò", { selector: "mark" }).textContent).toBe("Filò");
  await user.type(screen.getByLabelText("Cerca nel testo"), "x");
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Nessuna riga con queste parole.");
});

test("the keyboard reaches the current line, moves by arrows, and Enter seeks", async () => {
  const user = userEvent.setup();
  const onSeek = vi.fn();
  renderWithWords(<Transcript captions={captions} current={1} onSeek={onSeek} />);
  const list = within(screen.getByRole("list"));
  await user.tab();
  await user.tab();
  expect(document.activeElement?.textContent).toContain("Filò");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onSeek).toHaveBeenLastCalledWith(62.9);
  await user.keyboard("{ArrowDown}{ArrowUp}{ArrowUp}{Enter}");
  expect(onSeek).toHaveBeenLastCalledWith(0);
  expect(list.getAllByRole("button").filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});
