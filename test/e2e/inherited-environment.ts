/** The environment of this process without the variables that affect a command's output or browser. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const decided = /^(CI|NO_COLOR|FORCE_COLOR|FRAMEGATE_.*|PUPPETEER_.*|NODE_OPTIONS|NODE_ENV|VITEST.*|npm_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !decided.test(name)));
}
