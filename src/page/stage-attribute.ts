/** Marks the stage of the host page, which may be transparent although its game is not. */
export const stageAttribute = "data-framegate-stage";
