/*
 * Groups the digits of every number from 1,000 in messages, as the contract's `numberFormat` does elsewhere. next-intl
 * creates the formats of `{count, number}` and `#` without a setting for them, so this module changes the default of
 * `new Intl.NumberFormat`. Import this module before next-intl formats a number: in request.ts on the server, in
 * instrumentation-client.ts in the browser.
 */

Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
  construct: (target, [locales, options], created) =>
    Reflect.construct(target, [locales, { useGrouping: "always", ...options }], created),
});

export {};
