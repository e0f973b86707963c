"use client";

import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Captcha } from "./captcha";
import type { CaptchaConfig } from "./captcha-config";

/**
 * A form's captcha. `field` goes before the submit button; `answer` goes with the request, and while it
 * is undefined and `asked` is true there is nothing to send. After a refusal `reset` asks again: an
 * answer is valid once.
 *
 * @param config what the site is configured with; null when the captcha is off
 * @param error the message id of the form's own error for it
 * @param onAnswered an answer has arrived: the error can go
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
