// The old variants stand in the private area of today: its header, its guard, its policy.
export { default, metadata } from "../dashboard/layout";
