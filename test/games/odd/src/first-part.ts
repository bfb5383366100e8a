export const first = "first";
