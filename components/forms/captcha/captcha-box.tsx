"use client";

import { useLocale } from "next-intl";
import { Component, type ReactNode, useEffect, useRef } from "react";
import ReCaptcha from "react-google-recaptcha";
import type { CaptchaTrouble } from "./captcha-config";

/**
 * Renders the captcha provider's widget and loads its script. When `round` increases, the widget discards the old
 * answer and requests a new one.
 */
export function CaptchaBox({
  siteKey,
  round,
  onAnswer,
  onTrouble,
}: {
  siteKey: string;
  round: number;
  onAnswer: (answer: string | null) => void;
  onTrouble: (trouble: CaptchaTrouble) => void;
}) {
  const box = useRef<ReCaptcha>(null);
  const locale = useLocale();
  useEffect(() => {
    if (round > 0) box.current?.reset();
  }, [round]);

  return (
    <Guarded onFailure={() => onTrouble("notExecuted")}>
      <ReCaptcha
        ref={box}
        sitekey={siteKey}
        size="normal"
        hl={locale}
        onChange={onAnswer}
        onErrored={() => onTrouble("notExecuted")}
        asyncScriptOnLoad={
          ((state: { errored?: boolean } | undefined) => {
            if (state?.errored) onTrouble("notLoaded");
          }) as () => void
        }
      />
    </Guarded>
  );
}

/** Error boundary for the third-party widget: an exception while it renders must not break the form. */
class Guarded extends Component<{ onFailure: () => void; children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
