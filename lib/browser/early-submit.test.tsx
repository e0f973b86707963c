import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { FIRST_FRAME } from "./first-frame";

describe("a form that is submitted before its script is ready", () => {
  /** Adds a form with a button, and counts the submits that reach the browser and those that its script handles. */
  function form() {
    vi.useFakeTimers();
    document.body.innerHTML = '<form method="post"><input name="email"><button>Go</button></form>';
    const [element] = document.forms;
    const button = document.querySelector("button");
    if (!element || !button) throw new Error("no form");
    const handled: (Element | null)[] = [];
    const handle = () =>
      element.addEventListener("submit", (event) => {
        event.preventDefault();
        handled.push(event.submitter);
      });
    return { element, button, handled, handle };
  }
  afterEach(() => {
    document.body.innerHTML = "";
    vi.useRealTimers();
  });
  // biome-ignore lint/security/noGlobalEval: the page runs this text as a script
  beforeAll(() => void window.eval(FIRST_FRAME));

  test("is submitted once as soon as the script is ready, although the button was pressed often", () => {
    const { element, button, handled, handle } = form();
    for (let press = 0; press < 3; press++) {
      button.click();
      vi.advanceTimersByTime(30);
    }
    expect(element.hasAttribute("data-waiting")).toBe(true);
    handle();
    vi.advanceTimersByTime(2_000);
    expect(handled).toEqual([button]);
    expect(element.hasAttribute("data-waiting")).toBe(false);
  });

  test("is not submitted again if the user's last press reaches the script", () => {
    const { button, handled, handle } = form();
    button.click();
    handle();
    button.click();
    vi.advanceTimersByTime(2_000);
    expect(handled).toHaveLength(1);
  });

  test("stops waiting after 30 seconds, and waits again after the next press", () => {
    const { element, button, handled, handle } = form();
    button.click();
    vi.advanceTimersByTime(29_000);
    expect(element.hasAttribute("data-waiting")).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(element.hasAttribute("data-waiting")).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    button.click();
    expect(element.hasAttribute("data-waiting")).toBe(true);
    handle();
    vi.advanceTimersByTime(200);
    expect(handled).toHaveLength(1);
  });

  test("with an action is left to the browser", () => {
    const { element } = form();
    element.setAttribute("action", "/search");
    const event = new Event("submit", { bubbles: true, cancelable: true });
    element.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});
