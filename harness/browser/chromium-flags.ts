/** What a launch decides; everything else about the flags is decided here. */
export interface FlagChoices {
  readonly headed: boolean;
  readonly sandbox: boolean;
  /** Value of `--host-resolver-rules`; null for none. */
  readonly hostRules: string | null;
  /** V8's own flags, such as `--single-threaded`. */
  readonly jsFlags: readonly string[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Folders of one browser process, absolute. */
export interface FlagFolders {
  readonly profile: string;
  readonly crashes: string;
}

/** WebGL in software, the same on every machine, with or without a GPU. A person who plays in a window needs the GPU. */
const softwareRendering = [
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
];

/** Pictures that do not depend on the display. */
const rendering = [
  "--force-color-profile=srgb",
  "--force-device-scale-factor=1",
  "--font-render-hinting=none",
  "--hide-scrollbars",
];

/** A page is never slowed down because nobody looks at it, nor stopped because it takes long: our watchdog does that. */
const scheduling = [
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-hang-monitor",
  "--disable-ipc-flooding-protection",
];

/** The browser itself does nothing in the background: no updates, no reports, no look-ups. */
const quiet = [
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-client-side-phishing-detection",
  "--disable-component-extensions-with-background-pages",
  "--disable-component-update",
  "--disable-crash-reporter",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-infobars",
  "--disable-popup-blocking",
  "--disable-prompt-on-repost",
  "--disable-search-engine-choice-screen",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-default-browser-check",
  "--no-first-run",
  "--no-pings",
  "--noerrdialogs",
];

/** Nothing waits for a person, and nothing depends on the account or the language of the machine. */
const unattended = [
  "--allow-pre-commit-input",
  "--autoplay-policy=no-user-gesture-required",
  "--enable-automation",
  "--lang=en-US",
  "--mute-audio",
  "--password-store=basic",
  "--use-mock-keychain",
];

const disabledFeatures = [
  "AcceptCHFrame",
  // Our origins are http and secure all the same; trying https first would cost a failed connection.
  "HttpsUpgrades",
  "IsolateSandboxedIframes",
  "MediaRouter",
  "OptimizationHints",
  "ProcessPerSiteUpToMainFrameThreshold",
  "Translate",
];

/**
 * The flags that Chromium is started with, without those that name folders of this machine: these are what a report
 * holds and what a replay compares. Not among them, though the embedded package's own defaults have both:
 * `--single-process`, in which a crash of the page takes the browser along, and `--disable-web-security`.
 */
export function chromiumFlags(choices: FlagChoices): readonly string[] {
  const { headed, sandbox, hostRules, jsFlags, width, height } = choices;
  return [
    ...(headed ? [] : ["--headless"]),
    ...(sandbox ? [] : ["--no-sandbox"]),
    ...(headed ? [] : softwareRendering),
    ...rendering,
    ...scheduling,
    ...quiet,
    ...unattended,
    // A container's /dev/shm is often 64 MB, too little for a game's textures.
    "--disable-dev-shm-usage",
    `--disable-features=${disabledFeatures.join(",")}`,
    `--window-size=${String(width)},${String(height)}`,
    ...(hostRules === null ? [] : [`--host-resolver-rules=${hostRules}`]),
    ...(jsFlags.length === 0 ? [] : [`--js-flags=${jsFlags.join(" ")}`]),
  ];
}

/** The flags of one process: how it is talked to, and where it may write. */
export function processFlags(folders: FlagFolders): readonly string[] {
  // A pipe and not a port: nothing to collide with, and the browser ends by itself when our end closes.
  return ["--remote-debugging-pipe", `--user-data-dir=${folders.profile}`, `--crash-dumps-dir=${folders.crashes}`];
}
