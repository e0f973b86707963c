import "@/lib/i18n/group-digits";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

/** A longer wait, for busy machines. An element that never appears still fails before the test's timeout. */
configure({ asyncUtilTimeout: 5_000 });

/** jsdom has no layout, so no element changes its size. */
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** jsdom has no modal dialogs. Like a browser, restore the focus when a dialog closes. */
const before = new WeakMap<HTMLElement, Element | null>();
HTMLDialogElement.prototype.showModal = function showModal() {
  before.set(this, document.activeElement);
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  (before.get(this) as HTMLElement | null)?.focus();
};

/*
 * Component tests fail on a console.error or console.warn: each is a defect, such as a missing key, a message without its
 * argument, or a state update after the test.
 */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

/** jsdom does not know the element `search`, which browsers support. React warns about it once. */
const isUnknownTag = ([text, tag]: unknown[]) =>
  String(text).startsWith("The tag <%s> is unrecognized") && tag === "search";

afterEach(() => {
  cleanup();
  const noise = [
    ...vi.mocked(console.error).mock.calls.filter((call) => !isUnknownTag(call)),
    ...vi.mocked(console.warn).mock.calls,
  ];
  vi.restoreAllMocks();
  expect(noise, "the console must stay silent").toEqual([]);
});
