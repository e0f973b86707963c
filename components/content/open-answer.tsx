"use client";

import { useEffect } from "react";

/**
 * Opens the question whose answer the address names: on arrival, also from another page of the site, and
 * when the address changes. Browsers do so by themselves only when they load a page, and not all of them.
 */
export function OpenAnswer() {
  useEffect(() => {
    function open() {
      const answer = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      const question = answer?.closest("details");
      if (!question) return;
      question.open = true;
      question.scrollIntoView();
    }
    open();
    window.addEventListener("hashchange", open);
    return () => window.removeEventListener("hashchange", open);
  }, []);
  return null;
}
