/** Type of next-intl's translator without its typed keys, because some keys are built at run time. */
type Translator = {
  (key: never, values?: never): string;
  has(key: never): boolean;
};

/** Returns the message of a key that is built at run time. A test checks that every such key has a message. */
export const messageOf = (t: Translator, key: string, values?: object): string =>
  t(key as never, values as never);

/** Returns the message of a key that is built at run time, or `other` if the key has no message. */
export const messageOr = (t: Translator, key: string, other: string, values?: object): string =>
  t.has(key as never) ? messageOf(t, key, values) : other;
