import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { LIST_SHORTCUTS, type ListShortcut } from "./list-shortcuts";
import { ShortcutHints } from "./shortcut-hints";

const ALL = Object.keys(LIST_SHORTCUTS) as ListShortcut[];

let choose: (on: boolean) => void;
function Switch() {
  choose = useShortcutsEnabled()[1];
  return null;
}
afterEach(() => act(() => choose(true)));

test.each(LANGUAGES)(
  "each keyboard shortcut of a list is shown with its action (%s)",
  async (language) => {
    const { container } = renderWithWords(
      <>
        <Switch />
        <ShortcutHints keys={ALL} />
      </>,
      language,
    );
    const { keys: words } = MESSAGES[language].staff;
    const said = within(screen.getByRole("list", { name: words.title }))
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(said).toEqual(
      ALL.map((name) => `${LIST_SHORTCUTS[name].replaceAll(" ", "")}${words[name]}`),
    );
    await expectAccessible(container);
  },
);

test("no shortcut is shown if the user has turned single keys off", () => {
  renderWithWords(
    <>
      <Switch />
      <ShortcutHints keys={["row"]} />
    </>,
  );
  expect(screen.queryAllByRole("list")).toHaveLength(1);
  act(() => choose(false));
  expect(screen.queryAllByRole("list")).toHaveLength(0);
  act(() => choose(true));
  expect(screen.queryAllByRole("list")).toHaveLength(1);
});
