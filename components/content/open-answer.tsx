"use client";

import { useEffect } from "react";

/**
 * Opens the question whose answer the URL's hash names, when the page opens and when the hash changes. Browsers open
 * the question only on a full page load, and some browsers never do.
 */
export function OpenAnswer() {
  useEffect(() => {
    function open() {
      const answer = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const question = answer?.closest("details");
      if (!question) return;
      question.open = true;
      question.scrollIntoView();
    }
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);
  return null;
}
