export type { ReactContext } from "./adapters/react-context.ts";
