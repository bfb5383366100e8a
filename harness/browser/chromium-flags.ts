/** Settings of a launch. All other flags are fixed here. */
export interface FlagChoices {
  readonly headed: boolean;
  readonly sandbox: boolean;
  /** The value of `--host-resolver-rules`; null for none. */
  readonly hostRules: string | null;
  /** V8's own flags, such as `--single-threaded`. */
  readonly jsFlags: readonly string[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The folders of one browser process, absolute. */
export interface FlagFolders {
  readonly profile: string;
  readonly crashes: string;
}

/**
 * WebGL and WebGPU in software, so that results are the same with or without a GPU. A visible window uses the GPU, for
 * the player's sake. A 2D canvas on the software GPU costs ten times as much as on the CPU.
 */
const softwareRendering = [
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
  "--disable-accelerated-2d-canvas",
  // Without the first flag there is no software WebGPU adapter. Without the others its canvases show nothing:
  // presenting the first one loses the device.
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
  "--disable-vulkan-surface",
];

/** Makes rendering independent of the display. */
const rendering = [
  "--force-color-profile=srgb",
  "--force-device-scale-factor=1",
  "--font-render-hinting=none",
  "--hide-scrollbars",
];

/** Keeps Chromium from throttling a hidden page and from killing a slow one: that is our watchdog's job. */
const scheduling = [
  // Smooth scrolling follows the real clock. Without it a page scrolls at once, as under prefers-reduced-motion.
  "--disable-smooth-scrolling",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-hang-monitor",
  "--disable-ipc-flooding-protection",
];

/** Without a proxy, a peer connection then has no route out, not even to this machine, and does no DNS lookups. */
const offline = ["--force-webrtc-ip-handling-policy=disable_non_proxied_udp"];

/** Turns off background activity: updates, reports, look-ups. */
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

/** Turns off features that wait for a user or depend on the machine's account or language. */
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
  // Our origins are http yet secure. Trying https first would cost a failed connection.
  "HttpsUpgrades",
  "IsolateSandboxedIframes",
  "MediaRouter",
  "OptimizationHints",
  "ProcessPerSiteUpToMainFrameThreshold",
  "Translate",
];

/**
 * Chromium's flags, except those that name folders of this machine. A report lists them, and a replay compares them.
 *
 * Two defaults of the embedded package are left out: `--single-process`, because a page crash would take the browser
 * down, and `--disable-web-security`.
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
    ...offline,
    ...unattended,
    // In a container /dev/shm is often 64 MB, too small for a game's textures.
    "--disable-dev-shm-usage",
    `--disable-features=${disabledFeatures.join(",")}`,
    `--window-size=${String(width)},${String(height)}`,
    ...(hostRules === null ? [] : [`--host-resolver-rules=${hostRules}`]),
    ...(jsFlags.length === 0 ? [] : [`--js-flags=${jsFlags.join(" ")}`]),
  ];
}

/** Flags of one process: its connection, and the folders it may write to. */
export function processFlags(folders: FlagFolders): readonly string[] {
  // A pipe, not a port: it cannot collide, and the browser exits when our end closes.
  return ["--remote-debugging-pipe", `--user-data-dir=${folders.profile}`, `--crash-dumps-dir=${folders.crashes}`];
}
