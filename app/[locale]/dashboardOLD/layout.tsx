// The old variants live in today's private area: its header, its guard, its policy.
export { default, metadata } from "../dashboard/layout";
