import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

/** A busy machine takes its time: what never comes still fails, before its test does. */
configure({ asyncUtilTimeout: 5_000 });

/** jsdom lays nothing out, so nothing changes its size. */
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** jsdom has no modal dialogs; a browser gives the focus back on closing. */
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
 * Component tests fail on noise: a console.error or console.warn is a defect (a missing key, a
 * message without its argument, a state update after the test), never something to scroll past.
 */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

/** jsdom does not know the element `search`, which browsers do; React says so once. */
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
