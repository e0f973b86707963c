import { beforeEach, expect, test, vi } from "vitest";
import { forgetUnsavedText } from "../browser/unsaved-text";
import type { ProjectChanges, Values } from "./project-form";
import type { TabCopies } from "./tab-copy";
import type { MemberInHand } from "./team-member";

/** Names of the locks that are held, one for each open tab. */
let held = new Set<string>();

/** Simulates the browser's Web Locks, which the code requests with `ifAvailable`. */
const locks = {
  async request(name: string, _options: unknown, use: (lock: object | null) => unknown) {
    if (held.has(name)) return use(null);
    held.add(name);
    const result = await use({ name });
    held.delete(name);
    return result;
  },
};

type Copies = TabCopies<Values, MemberInHand>;

const words = (nome: string): ProjectChanges => ({
  mine: { nome },
  base: { nome: "" },
  inHand: null,
});

/** Opens a new tab of an account, with a separate copy of the modules and a separate sessionStorage. */
async function openTab(userId: string): Promise<{ copies: Copies; given: ProjectChanges[] }> {
  window.sessionStorage.clear();
  return openAgain(userId);
}

/** Opens a tab again, as after a reload or a crash. */
async function openAgain(userId: string) {
  vi.resetModules();
  const { openTabCopies } = await import("./tab-copy");
  const given: ProjectChanges[] = [];
  const copies = openTabCopies<Values, MemberInHand>(userId);
  await copies.adopt((found) => given.push(...found));
  return { copies, given };
}

/** Closes all tabs, which releases the tabs' locks. */
function closeAll() {
  held = new Set();
}

beforeEach(() => {
  closeAll();
  window.localStorage.clear();
  Object.defineProperty(window.navigator, "locks", { value: locks, configurable: true });
});

test("a closed tab's text is passed to the account's next tab once", async () => {
  const { copies } = await openTab("7");
  copies.write([words("Scritto in treno")]);
  closeAll();
  const next = await openTab("7");
  expect(next.given).toEqual([words("Scritto in treno")]);
  next.copies.write([]);
  closeAll();
  expect((await openTab("7")).given).toEqual([]);
});

test("adopted text survives the closing of the adopting tab", async () => {
  (await openTab("7")).copies.write([words("Scritto in treno")]);
  closeAll();
  const next = await openTab("7");
  next.copies.write(next.given);
  closeAll();
  expect((await openTab("7")).given).toEqual([words("Scritto in treno")]);
});

test("an open tab's text and another account's text are never passed on", async () => {
  (await openTab("7")).copies.write([words("Scritto in treno")]);
  expect((await openTab("7")).given).toEqual([]);
  closeAll();
  expect((await openTab("8")).given).toEqual([]);
  expect((await openTab("7")).given).toEqual([words("Scritto in treno")]);
});

test("a duplicated tab stores its text separately from the original tab", async () => {
  const first = await openTab("7");
  first.copies.write([words("uno")]);
  const second = await openAgain("7");
  second.copies.write([words("due")]);
  closeAll();
  expect((await openTab("7")).given).toEqual(expect.arrayContaining([words("uno"), words("due")]));
});

test("signing out deletes the text of every tab, and open tabs store no more text", async () => {
  (await openTab("7")).copies.write([words("chiusa")]);
  closeAll();
  const open = await openTab("7");
  open.copies.write([words("aperta")]);
  forgetUnsavedText();
  open.copies.write([words("aperta ancora")]);
  expect(open.copies.read()).toEqual([]);
  open.copies.resume();
  expect(open.copies.read()).toEqual([words("aperta ancora")]);
  forgetUnsavedText();
  closeAll();
  expect((await openTab("7")).given).toEqual([]);
});

test("text is kept no longer than a session can last", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  (await openTab("7")).copies.write([words("Scritto in treno")]);
  closeAll();
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  await openTab("8");
  expect(Object.keys(window.localStorage)).toEqual([]);
  vi.useRealTimers();
});
