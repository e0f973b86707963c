"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Captcha } from "./captcha";
import type { CaptchaConfig } from "./captcha-config";

/**
 * Adds a captcha to a form. `field` goes before the submit button, and the captcha's `answer` goes into the request.
 * While `asked` is true and `answer` is undefined, the form cannot be sent. After an error, call `reset`, because a
 * captcha answer is valid only once.
 *
 * @param config the captcha's configuration; null if the captcha is off
 * @param error the message id of the form's error
 * @param onAnswered called when an answer arrives, so that the form can clear its error
 */
export function useCaptcha(
  config: CaptchaConfig | null,
  { error, onAnswered }: { error: string | undefined; onAnswered: () => void },
): { asked: boolean; answer: () => string | undefined; reset: () => void; field: ReactNode } {
  const answer = useRef<string | null>(null);
  const [round, setRound] = useState(0);
  const answered = useRef(onAnswered);
  useEffect(() => {
    answered.current = onAnswered;
  });

  const onAnswer = useCallback((given: string | null) => {
    answer.current = given;
    if (given) answered.current();
  }, []);
  const reset = useCallback(() => {
    answer.current = null;
    setRound((count) => count + 1);
  }, []);

  return {
    asked: config !== null,
    answer: () => answer.current ?? undefined,
    reset,
    field: config && <Captcha config={config} round={round} error={error} onAnswer={onAnswer} />,
  };
}
