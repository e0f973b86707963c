import { LETTERS_PATH } from "@/contract/logo";

const ID = "logo-letters";

/** Draws the letters of the logo. A page contains this outline once, because the outline is 2 kB long. */
export function LettersOutline() {
  return <path id={ID} fill="currentColor" d={LETTERS_PATH} />;
}

/** Draws the letters of the logo again, in a page that contains the outline (the header's logo). */
export function Letters({ transform }: { transform?: string }) {
  return <use href={`#${ID}`} transform={transform} />;
}
