import "@/lib/i18n/group-digits";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

/**
 * Wait longer for elements, because test machines can be slow. A missing element still fails before the test's timeout.
 */
configure({ asyncUtilTimeout: 5_000 });

/** Replace ResizeObserver with an empty class, because jsdom has no layout and no element changes its size. */
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** Add modal dialogs, which jsdom lacks. Like a browser, restore the focus when a dialog closes. */
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
 * Component tests fail on every console.error and console.warn. Each is a defect, such as a missing message key or a
 * state update after the test.
 */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

/** Ignore React's warning about the element `search`. Browsers support this element, but jsdom does not know it. */
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

// The test files of a worker share the environment.
afterAll(() => {
  vi.unstubAllEnvs();
});
