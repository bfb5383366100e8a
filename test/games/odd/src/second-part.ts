export const second = "second";
