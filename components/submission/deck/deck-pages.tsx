"use client";

import { useFormatter, useTranslations } from "next-intl";
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { DeckPage } from "./deck-page";
import styles from "./deck-viewer.module.css";
import { type Deck, textOf } from "./open-deck";

/** Zoom levels of the deck; 1 fills the width. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3];

/** Renders the pages of an open pitch deck, one below another, with navigation controls. */
export function DeckPages({ deck, name }: { deck: Deck; name: string }) {
  const t = useTranslations("evaluation.deck");
  const format = useFormatter();
  const scroller = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [asText, setAsText] = useState(false);
  const count = deck.pages.length;
  const first = deck.pages[0]?.getViewport({ scale: 1 });
  const ratio = first ? `${first.width} / ${first.height}` : "16 / 9";

  function goTo(number: number) {
    const target = scroller.current?.children[number - 1];
    if (target instanceof HTMLElement) scroller.current?.scrollTo({ top: target.offsetTop });
  }

  function look() {
    const box = scroller.current;
    if (!box) return;
    const middle = box.scrollTop + box.clientHeight / 2;
    const pages = [...box.children] as HTMLElement[];
    setPlace(Math.max(1, pages.filter(({ offsetTop }) => offsetTop <= middle).length));
  }

  function zoomBy(step: number) {
    setZoom((before) => ZOOMS[ZOOMS.indexOf(before) + step] ?? before);
  }

  const backToPlace = useEffectEvent(() => goTo(place));
  useEffect(() => {
    /** Full screen changes all sizes. Keep the current page in view and the keyboard focus in the viewer. */
    function changed(event: Event) {
      if (event.target !== frame.current) return;
      backToPlace();
      if (document.fullscreenElement) scroller.current?.focus({ preventScroll: true });
    }
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);

  // When text mode ends, the viewer shows the deck's first page, so scroll to the page whose number the controls show.
  useLayoutEffect(() => {
    if (!asText) backToPlace();
  }, [asText]);

  function press(event: KeyboardEvent) {
    // In text mode, keys do not turn pages or zoom, because the browser uses them to scroll the text.
    if (asText) return;
    const keys: Record<string, () => void> = {
      PageDown: () => goTo(place + 1),
      ArrowRight: () => goTo(place + 1),
      PageUp: () => goTo(place - 1),
      ArrowLeft: () => goTo(place - 1),
      Home: () => goTo(1),
      End: () => goTo(count),
      "+": () => zoomBy(1),
      "-": () => zoomBy(-1),
    };
    // In full screen, a page that fits the screen has nothing to scroll, so the arrow keys change the page.
    if (document.fullscreenElement && zoom <= 1) {
      keys.ArrowDown = () => goTo(place + 1);
      keys.ArrowUp = () => goTo(place - 1);
    }
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys work from the tools and from the pages
    <div ref={frame} className={styles.frame} onKeyDown={press}>
      <fieldset className={styles.tools} aria-label={t("tools")}>
        <Tool off={asText || place <= 1} onPress={() => goTo(place - 1)} words={t("previous")} />
        <p className={styles.place} aria-live="polite">
          {t("place", { place, count })}
        </p>
        <Tool off={asText || place >= count} onPress={() => goTo(place + 1)} words={t("next")} />
        <span className={styles.group}>
          <Tool
            off={asText || zoom === ZOOMS[0]}
            onPress={() => zoomBy(-1)}
            words="−"
            label={t("zoomOut")}
          />
          <span className={styles.zoom}>{format.number(zoom, { style: "percent" })}</span>
          <Tool
            off={asText || zoom === ZOOMS.at(-1)}
            onPress={() => zoomBy(1)}
            words="+"
            label={t("zoomIn")}
          />
        </span>
        <Tool onPress={() => setAsText(!asText)} words={asText ? t("asPages") : t("asText")} />
        <Tool onPress={() => void frame.current?.requestFullscreen?.()} words={t("full")} />
      </fieldset>
      {asText ? (
        <DeckText deck={deck} />
      ) : (
        <section
          ref={scroller}
          className={styles.pages}
          style={{ "--ratio": ratio } as CSSProperties}
          data-deck=""
          aria-label={t("label", { name, count })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
          tabIndex={0}
          onScroll={look}
        >
          {deck.pages.map((page) => (
            <DeckPage
              key={page.pageNumber}
              page={page}
              zoom={zoom}
              label={t("place", { place: page.pageNumber, count })}
            />
          ))}
        </section>
      )}
    </div>
  );
}

function Tool({
  words,
  label,
  off = false,
  onPress,
}: {
  words: string;
  label?: string;
  off?: boolean;
  onPress: () => void;
}) {
  // The button uses aria-disabled instead of disabled, so that the button keeps the focus at the last page.
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={() => !off && onPress()}
    >
      {words}
    </button>
  );
}

/** Shows the pitch deck as text, for people who cannot see images or who search for a word. */
function DeckText({ deck }: { deck: Deck }) {
  const t = useTranslations("evaluation.deck");
  const [texts, setTexts] = useState<string[] | null>(null);
  useEffect(() => {
    let gone = false;
    void Promise.all(deck.pages.map(textOf)).then((read) => !gone && setTexts(read));
    return () => {
      gone = true;
    };
  }, [deck]);
  if (!texts) return <p className={styles.blank}>{t("loading")}</p>;
  return (
    <ol className={styles.texts}>
      {deck.pages.map((page, index) => (
        <li key={page.pageNumber}>
          <h4 className={styles.number}>
            {t("place", { place: page.pageNumber, count: deck.pages.length })}
          </h4>
          <p className={styles.text}>{texts[index] || t("noText")}</p>
        </li>
      ))}
    </ol>
  );
}
